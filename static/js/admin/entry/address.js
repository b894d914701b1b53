// @ts-check
import { isDate } from "../../shared/format/dates.js"

/** The day that the address names, by `#entry=2025-12-09` or `?date=2025-12-09`. @returns {string | undefined} */
export const askedDate = () => {
  const asked = /^#[a-z]+=(.*)$/.exec(location.hash)?.[1] ?? new URLSearchParams(location.search).get("date") ?? ""
  return isDate(asked) ? asked : undefined
}
