// @ts-check
import { knows, t } from "./language.js"

/**
 * What the server finds wrong with a value; a page says it in its own words, or in the server's where it does not know the code.
 * @typedef {{ field: string, code: string, params: Record<string, string | number>, message: string }} Fault
 */

/** @param {Fault} fault */
export const faultWithout = ({ code, message, params }) => knows(`fault.${code}`) ? t(`fault.${code}`, params) : message

/** The name of a setting, with its key in the file. @param {string} key */
export const settingName = (key) => knows(`setting.${key}`) ? t("setting", { name: t(`setting.${key}`), key }) : key

/** @param {string} field */
export const fieldName = (field) => knows(`field.${field}`) ? t(`field.${field}`) : settingName(field)

/** @param {Fault} fault */
const named = (fault) => {
  const sentence = faultWithout(fault)
  const found = fault.params["found"]
  const whole = found === undefined || !knows(`fault.${fault.code}`) ? sentence : t("fault.found", { fault: sentence, found })
  return fault.field === "" ? whole : t("fault.named", { name: fieldName(fault.field), fault: whole })
}

/** @param {Fault[]} faults */
export const faultList = (faults) => faults.map(named).join(t("fault.and"))
