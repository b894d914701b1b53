import { isDate } from "../../shared/format/dates.ts"

/** The day that the address names, by `#entry=2025-12-09` or `?date=2025-12-09`. */
export const askedDate = (): string | undefined => {
  const asked = /^#[a-z]+=(.*)$/.exec(location.hash)?.[1] ?? new URLSearchParams(location.search).get("date") ?? ""
  return isDate(asked) ? asked : undefined
}
