// @ts-check
import { known } from "./language.js"

/** A holiday by its name; one of a shop's own file has no other name. @param {string} name */
export const holidayName = (name) => known(`holiday.${name}`) ?? name
