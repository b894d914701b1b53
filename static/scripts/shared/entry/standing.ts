import type { Responses } from "../../../../src/Api/Responses.ts"
import { actorName } from "../actor.ts"
import { shortDate } from "../format/dates.ts"
import { money } from "../format/money.ts"
import { hourMinute } from "../format/times.ts"
import { t } from "../language.ts"
import { ApiError } from "../request.ts"
import { isSoFar } from "./day.ts"
import type { Day } from "./day.ts"

/** A day as stored on the server, now or before a change. */
export type Standing = Responses["correct"]["before"]

/** `21:00` for a time of today, which may last until after midnight; otherwise the date. */
const whenOf = (at: string, today: string) =>
  at.slice(0, 10) >= today ? t("stands.at", { time: hourMinute(at) }) : t("stands.on", { date: shortDate(at.slice(0, 10)) })

/** newest first */
type Audit = Day["audit"]

/** Whether a person has confirmed the figure instead of entering it. */
const isConfirmed = (audit: Audit, by: string) => {
  const figure = audit.find(({ amount_after, kind }) => amount_after !== null && kind !== "finalized")
  return figure?.kind === "confirmed" && figure.actor === by
}

/**
 * The stored figure with its author and time: `小王 21:00 已录 ¥4,100.00`.
 * @param standing `audit` where it is known
 */
export const standingSentence = (
  standing: Pick<Standing, "amount" | "source" | "by" | "at"> & Partial<Pick<Standing, "is_final">> & { audit?: Audit },
  today: string
) => {
  const { amount, at, audit = [], by, source } = standing
  const values = { amount: money(amount), by: actorName(by ?? ""), when: at === null ? "" : whenOf(at, today) }
  if (amount === null) return t(by === null ? "entry.none" : "stands.withdrawn", values)
  if (isSoFar(standing)) return t("stands.so_far", values)
  if (by !== null && isConfirmed(audit, by)) return t("stands.confirmed", values)
  // The person who started an import has not counted the amount.
  return t(source === "manual" && by === null ? "stands.manual.plain" : `stands.${source ?? "manual"}`, values)
}

/** The stored day, if it differs from the day that the page has shown; undefined if the server refused for another reason. */
export const currentOf = (error: unknown): Standing | undefined =>
  error instanceof ApiError && error.code === "changed_meanwhile" ? error.body["current"] : undefined

/** The state that an undo has restored, in words. */
export const afterUndo = (after: Standing, today: string) =>
  after.amount === null ? t(after.closed ? "entry.closed" : "entry.none") : standingSentence(after, today)
