// @ts-check

/**
 * @typedef {"generated" | "manual" | "import"} Source
 * @typedef {{ date: string, amount: number | null, source: Source | null, closed: boolean }} Day
 * @typedef {{ amount: number, source: Source, is_final: boolean, at: string | null, by: string | null }} Entered
 * @typedef {{
 *   start: string, end: string, total: number, days: number, final_days: number, generated_days: number,
 *   closed_days: number, missing: string[]
 * }} Period
 * @typedef {{ days_compared: number, current: number | null, previous: number | null, basis: "counted" | "generated" }} Comparison
 * @typedef {{
 *   shop_name: string, server_now: string, cutoff_time: string, time_zone: string, as_of: string, next_cutoff: string,
 *   today: Day & { is_final: boolean, note: string, entered: Entered | null }, yesterday: Day, day_before: Day,
 *   this_week: Period, last_week: Period, this_month: Period,
 *   comparisons: {
 *     same_weekday_last_week: Comparison, same_weekday_mean4: Comparison, week_to_date: Comparison, month_to_date: Comparison,
 *     month_to_date_last_year: Comparison
 *   },
 *   generated_only: boolean, best_weekday: boolean
 * }} Metrics
 * @typedef {{ id: number, created_at: string, kind: string, amount_before: number | null, amount_after: number | null, reason: string, actor: string }} Change
 * @typedef {{
 *   date: string, amount: number | null, is_final: boolean, source: Source | null, at: string | null, by: string | null,
 *   closed: boolean, note: string, last_week: number | null, mean4: number | null, audit: Change[]
 * }} DayDetail
 */

/**
 * The day whose money is largest on the page: today once there is a figure, else the last day before it that has one.
 * @typedef {{ name: "today" | "yesterday" | "day_before", date: string, amount: number | null, source: Source | null, entered: Entered | null }} Lead
 * @param {Metrics} metrics @returns {Lead}
 */
export const leadOf = ({ day_before, today, yesterday }) => {
  if (today.amount !== null) return { name: "today", date: today.date, amount: today.amount, source: today.source, entered: null }
  const { entered } = today
  if (entered !== null) return { name: "today", date: today.date, amount: entered.amount, source: entered.source, entered }
  const [name, day] = yesterday.amount === null && day_before.amount !== null
    ? /** @type {const} */ (["day_before", day_before])
    : /** @type {const} */ (["yesterday", yesterday])
  return { name, date: day.date, amount: day.amount, source: day.source, entered: null }
}

/** Whether a person is needed: an amount that was not counted, in a shop that counts. @param {Metrics} metrics @param {Source | null} source */
export const isUncounted = (metrics, source) => source === "generated" && !metrics.generated_only

/** Whether that date is missing from one of the sums. @param {Metrics} metrics @param {string} date */
export const isMissing = ({ last_week, this_month, this_week }, date) =>
  [this_week, last_week, this_month].some(({ missing }) => missing.includes(date))

/** Whether there is no figure at all. @param {Metrics} metrics */
export const isEmpty = ({ day_before, last_week, this_month, this_week, today, yesterday }) =>
  today.entered === null && [today, yesterday, day_before].every((day) => day.amount === null) &&
  [this_week, last_week, this_month].every((period) => period.final_days === 0)
