import { Data, Schema } from "effect"
import { LocalDate } from "../Domain/LocalDate.ts"

/** What has been told and is not over yet. */
export const Incidents = Schema.Struct({
  /** The day that was told to be unsettled. */
  unsettled: Schema.NullOr(LocalDate),
  /** How many failed messages were told of; 0: none. */
  failed: Schema.Number,
  /** When they were; milliseconds since 1970. */
  failedToldAt: Schema.Number
})
export type Incidents = typeof Incidents.Type

export const none: Incidents = { unsettled: null, failed: 0, failedToldAt: 0 }

export type Notice = Data.TaggedEnum<{
  Unsettled: { readonly date: LocalDate }
  Settled: { readonly date: LocalDate }
  MessagesFailed: { readonly count: number }
  MessagesMended: {}
}>
export const Notice = Data.taggedEnum<Notice>()

export interface Sight {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The day that is due, its minutes of grace past, and not final. */
  readonly overdue: LocalDate | undefined
  /** Failed messages in the outbox. */
  readonly failed: number
}

/** More messages that fail are told again after this pause: an import may fail row by row, a broken bot day by day. */
const quietMillis = 3_600_000

export interface Step {
  /** Undefined where nobody needs to know. */
  readonly notice: Notice | undefined
  readonly after: Incidents
}

const isQuiet = ({ failedToldAt }: Incidents, now: number): boolean => now >= failedToldAt && now - failedToldAt < quietMillis

/** The next thing to be told; undefined when all is told. Each incident is told once, and once when it is over. */
export const step = (before: Incidents, { failed, now, overdue }: Sight): Step | undefined => {
  if (overdue !== undefined && overdue !== before.unsettled) {
    return { notice: Notice.Unsettled({ date: overdue }), after: { ...before, unsettled: overdue } }
  }
  if (overdue === undefined && before.unsettled !== null) {
    return { notice: Notice.Settled({ date: before.unsettled }), after: { ...before, unsettled: null } }
  }
  if (failed > before.failed) {
    return before.failed > 0 && isQuiet(before, now)
      ? undefined
      : { notice: Notice.MessagesFailed({ count: failed }), after: { ...before, failed, failedToldAt: now } }
  }
  if (failed < before.failed) {
    return { notice: failed === 0 ? Notice.MessagesMended() : undefined, after: { ...before, failed } }
  }
  return undefined
}
