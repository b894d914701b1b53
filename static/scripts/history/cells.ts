import { dayLabel } from "../shared/format/dates.ts"
import { about, money } from "../shared/format/money.ts"
import { specialName } from "../shared/holiday.ts"
import { t } from "../shared/language.ts"
import { dividers, levelOf } from "./levels.ts"
import type { Known } from "./load.ts"
import { daysBetween, stateOf } from "./past.ts"
import type { Day, State } from "./past.ts"

/** A day as it is drawn. `level` is 1 to 5 for an amount that counts; `special` is the name of its holiday. */
export type Cell = { day: Day; state: State; level: number | null; special: string | null; isToday: boolean }

export interface Shop {
  readonly known: Known
  /** The amounts between the levels. */
  readonly divided: ReadonlyArray<number>
  /** Whether nobody counts here, so that no estimate awaits a person. */
  readonly isGeneratedOnly: boolean
}

/**
 * The facts that all cells share. The levels are computed from a year and the one before: over ten years of growth, all newest days
 * would have the highest level.
 */
export const shopIn = (known: Known, year: number): Shop => {
  const { metrics: { counted }, past } = known
  const calm = counted.with_estimates
  const drawn = calm ? "estimated" : "entered"
  const amounts = daysBetween(past, `${year - 1}-01-01`, `${year}-12-31`).flatMap(({ amount, state }) =>
    amount !== null && state === drawn ? [amount] : []
  )
  return { known, divided: dividers(amounts), isGeneratedOnly: calm }
}

/** @param index of `past.days` */
export const cellAt = ({ divided, known: { past } }: Shop, index: number): Cell | undefined => {
  const day = past.days[index]
  if (day === undefined) return undefined
  const state = stateOf(past, day)
  const level = day.amount !== null && (state === "entered" || state === "estimated") ? levelOf(day.amount, divided) : null
  return { day, state, level, special: specialName(day), isToday: day.date === past.today }
}

/** `2月16日 周一 · 除夕` */
export const nameOf = ({ day: { date }, isToday, special }: Cell) =>
  [isToday ? t("history.today", { day: dayLabel(date) }) : dayLabel(date), special].filter(Boolean).join(" · ")

/** The day's amount, or why it has none, in words. */
export const wordsOf = ({ day: { amount }, state }: Cell) => {
  if (state === "before") return ""
  if (amount === null) return t(`history.state.${state}`)
  if (state === "estimated") return `${about(amount)} · ${t("history.state.estimated")}`
  return state === "running" ? t("history.so_far", { amount: money(amount) }) : `${money(amount)} · ${t(`history.state.${state}`)}`
}

export const labelOf = (cell: Cell) => {
  const { note = "" } = cell.day
  return [nameOf(cell), wordsOf(cell), note].filter((part) => part !== "").join(" · ")
}

/** The attributes for the stylesheet and for screen readers. */
export const attributesOf = ({ isGeneratedOnly: calm }: Shop, cell: Cell) => ({
  "data-date": cell.day.date,
  "data-state": cell.state,
  "data-level": cell.level,
  "data-calm": calm && cell.state === "estimated",
  "aria-current": cell.isToday ? "date" : null
})

/** The mark of a day without an amount. It can be recognized without colours. */
export const markOf = ({ state }: Cell) => state === "missing" ? "?" : state === "closed" ? "×" : null
