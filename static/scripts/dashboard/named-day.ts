import { isDate } from "../shared/format/dates.ts"

/** The day in the address, such as `#2025-12-09`; null if there is none. */
export const namedDay = () => {
  const name = location.hash.slice(1)
  return isDate(name) ? name : null
}

/** Writes the open day into the address, so that it can be shared and reloaded; null removes it. */
export const nameDay = (date: string | null) =>
  history.replaceState(history.state, "", `${location.pathname}${location.search}${date === null ? "" : `#${date}`}`)
