import { isDate } from "../shared/format/dates.ts"

/** The day in the address, such as `#2025-12-09`; null if there is none. */
export const namedDay = () => {
  const name = location.hash.slice(1)
  return isDate(name) ? name : null
}
