import { addDays, epochDay, isDate } from "../shared/format/dates.ts"

/** What the page shows: a year; a month, perhaps with one of its days open; or any range. */
export type View = PeriodView | RangeView
export type PeriodView = { kind: "year"; year: number } | { kind: "month"; month: string; day: string | null }
export type RangeView = { kind: "range"; from: string; to: string }

/** The parameters of the address that this page sets. Others, such as the language, are kept. */
const own = ["year", "month", "day", "from", "to", "against"]

/** The days of a view. */
export const daysOf = (view: View): { from: string; to: string } => {
  if (view.kind === "year") return { from: `${view.year}-01-01`, to: `${view.year}-12-31` }
  if (view.kind === "range") return { from: view.from, to: view.to }
  const from = `${view.month}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}

/** The view that contains a day. */
export const viewOfDay = (date: string): View => ({ kind: "month", month: date.slice(0, 7), day: date })

/** The view in an address; the current year, if the address names none that exists. */
export const viewIn = (search: string, today: string): View => {
  const asked = new URLSearchParams(search)
  const [day, month, year] = [asked.get("day") ?? "", asked.get("month") ?? "", asked.get("year") ?? ""]
  if (isDate(day)) return viewOfDay(day)
  const [from, to] = [asked.get("from") ?? "", asked.get("to") ?? ""]
  if (isDate(from) && isDate(to) && from <= to) return { kind: "range", from, to }
  if (isDate(`${month}-01`)) return { kind: "month", month, day: null }
  return { kind: "year", year: Number(isDate(`${year}-01-01`) ? year : today.slice(0, 4)) }
}

/**
 * The address of a view.
 * @param search the address before
 */
export const searchOf = (view: View, search: string) => {
  const address = new URLSearchParams(search)
  for (const name of own) address.delete(name)
  if (view.kind === "year") address.set("year", String(view.year))
  else if (view.kind === "range") {
    address.set("from", view.from)
    address.set("to", view.to)
  } else if (view.day === null) address.set("month", view.month)
  else address.set("day", view.day)
  return `?${address}`
}

/** The view of the same length before or after this one; null if it has no known day. */
export const neighbour = (view: View, step: -1 | 1, known: { from: string; to: string }): View | null => {
  const { from, to } = daysOf(view)
  const day = step < 0 ? addDays(from, -1) : addDays(to, 1)
  if (day < known.from || day > known.to) return null
  if (view.kind === "range") {
    const days = epochDay(to) - epochDay(from)
    return step < 0 ? { ...view, from: addDays(day, -days), to: day } : { ...view, from: day, to: addDays(day, days) }
  }
  return view.kind === "year" ? { kind: "year", year: Number(day.slice(0, 4)) } : { kind: "month", month: day.slice(0, 7), day: null }
}

/** A view of another length around the same days; near today, if today is among them. */
export const as = (view: View, kind: View["kind"], today: string): View => {
  const { from, to } = daysOf(view)
  const day = today >= from && today <= to ? today : to
  if (kind === "range") return { kind, from, to: day }
  return kind === "year" ? { kind, year: Number(day.slice(0, 4)) } : { kind, month: day.slice(0, 7), day: null }
}

/** The view itself if its days are known, otherwise the nearest one. No day before the first record is open. */
export const within = (view: View, known: { from: string; to: string; first: string }): View => {
  const { from, to } = daysOf(view)
  if (view.kind === "range") {
    const nearestTo = (date: string) => date < known.from ? known.from : date > known.to ? known.to : date
    return { ...view, from: nearestTo(from), to: nearestTo(to) }
  }
  const nearest = to < known.from ? known.from : from > known.to ? known.to : null
  if (nearest !== null) {
    return view.kind === "year"
      ? { kind: "year", year: Number(nearest.slice(0, 4)) }
      : { kind: "month", month: nearest.slice(0, 7), day: null }
  }
  return view.kind === "month" && view.day !== null && (view.day < known.first || view.day > known.to) ? { ...view, day: null } : view
}
