// @ts-check
import { isDate } from "../shared/format/dates.js"

/** The day that the address names, by `#2025-12-09`; null where it names none. */
export const namedDay = () => {
  const name = location.hash.slice(1)
  return isDate(name) ? name : null
}

/** Keeps the open day in the address, so that it can be shared and reloaded; null takes it out. @param {string | null} date */
export const nameDay = (date) =>
  history.replaceState(history.state, "", `${location.pathname}${location.search}${date === null ? "" : `#${date}`}`)
