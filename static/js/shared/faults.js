// @ts-check
import { known, t } from "./language.js"

/**
 * A fault of a value in the page's words; in the server's words if the page does not know the code.
 * @typedef {import("../../../src/Codes/Fault.ts").Fault} Fault
 */

/** @param {Fault} fault */
export const faultWithout = ({ code, message, params }) => known(`fault.${code}`, params) ?? message

/** The name of a setting, with its key in the file. @param {string} key */
export const settingName = (key) => {
  const name = known(`setting.${key}`)
  return name === undefined ? key : t("setting", { name, key })
}

/** @param {string} field */
export const fieldName = (field) => known(`field.${field}`) ?? settingName(field)

/** @param {Fault} fault */
const named = (fault) => {
  const sentence = faultWithout(fault)
  const found = fault.params["found"]
  const whole = found === undefined || known(`fault.${fault.code}`) === undefined ? sentence : t("fault.found", { fault: sentence, found })
  return fault.field === "" ? whole : t("fault.named", { name: fieldName(fault.field), fault: whole })
}

/** @param {Fault[]} faults */
export const faultList = (faults) => faults.map(named).join(t("fault.and"))
