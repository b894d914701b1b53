import { fairOf } from "../../../src/Domain/Matching.ts"
import { el } from "./dom.ts"
import { percent } from "./format/money.ts"
import { holidayName } from "./holiday.ts"
import { t } from "./language.ts"

type HolidayCount = { name: string; days: number }

/**
 * A month against the month before, with the same weekdays and holidays; null if its sum is fair as it is.
 * @param changed draws a rise or a fall
 */
export const fairly = ({
  current,
  expected = null,
  holidays,
  weekdays
}: {
  current: number | null
  expected?: number | null | undefined
  weekdays?: { readonly current: readonly number[]; readonly previous: readonly number[] } | undefined
  holidays?: { readonly current: readonly HolidayCount[]; readonly previous: readonly HolidayCount[] } | undefined
}, changed: (say: (share: string) => string, share: string, now: number, before: number) => HTMLElement) => {
  const fair = weekdays && holidays ? fairOf({ current, expected, weekdays, holidays }) : null
  const share = fair && current !== null && percent(current, fair.expected)
  if (!fair || !share) return null
  const by = [...(fair.weekdays ? [t("fair.weekdays")] : []), ...fair.holidays.map(holidayName)].join(t("list.comma"))
  return fair.isLevel
    ? el("span", {}, t("fair.level", { share, by }))
    : changed((share) => t("fair.changed", { share, by }), share, current, fair.expected)
}
