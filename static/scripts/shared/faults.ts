import type { Fault } from "../../../src/Codes/Fault.ts"
import { known, t } from "./language.ts"

export type { Fault }

/** A fault of a value in the page's words; in the server's words if the page does not know the code. */

const faultWithout = ({ code, message, params }: Fault) => known(`fault.${code}`, params) ?? message

/** The name of a setting, with its key in the file. */
export const settingName = (key: string) => {
  const name = known(`setting.${key}`)
  return name === undefined ? key : t("setting", { name, key })
}

export const fieldName = (field: string) => known(`field.${field}`) ?? settingName(field)

const named = (fault: Fault) => {
  const sentence = faultWithout(fault)
  const found = fault.params["found"]
  const whole = found === undefined || known(`fault.${fault.code}`) === undefined ? sentence : t("fault.found", { fault: sentence, found })
  return fault.field === "" ? whole : t("fault.named", { name: fieldName(fault.field), fault: whole })
}

export const faultList = (faults: Fault[]) => faults.map(named).join(t("fault.and"))
