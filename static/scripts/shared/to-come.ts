import type { Responses } from "../../../src/Api/Responses.ts"
import { moneyRange } from "./format/money.ts"
import { hourMinute } from "./format/times.ts"
import { t } from "./language.ts"

type Today = Responses["metrics"]["today"]

/** Only in the last milliseconds before the cutoff, the pages count the time and say what happens if nobody enters the amount. */
const spoken = 10_800_000

/** Until when the source is asked for today's figure; empty if it is not being asked. */
export const asking = ({ asked_until: until }: Pick<Today, "asked_until">) =>
  until === undefined ? "" : t("cutoff.asking", { time: hourMinute(until) })

/**
 * `23:00 结账，还有 2 小时 16 分`.
 * @param left milliseconds
 */
export const closing = (time: string, left: number) => {
  if (left >= spoken) return t("cutoff.at", { time })
  const minutes = Math.floor(left / 60_000)
  if (minutes === 0) return t("cutoff.soon", { time })
  const values = { h: Math.floor(minutes / 60), m: minutes % 60 }
  return t("cutoff.in", { time, left: t(values.h === 0 ? "left.minutes" : values.m === 0 ? "left.whole" : "left.hours", values) })
}

/**
 * What happens at the cutoff if no amount is entered for today; empty if nothing happens, or if it is not soon.
 * @param left milliseconds
 */
export const toCome = ({ awaits, range }: Pick<Today, "awaits" | "range">, left: number) =>
  left >= spoken
    ? ""
    : awaits
    ? t("cutoff.to_wait")
    : range === null
    ? ""
    : t("cutoff.to_come", { range: moneyRange(range) })
