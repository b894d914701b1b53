// @ts-check
import { known } from "./language.js"

/** The author of a change: a person's name as it is, the service's own names in the page's words. @param {string} actor */
export const actorName = (actor) => known(`actor.${actor}`) ?? actor
