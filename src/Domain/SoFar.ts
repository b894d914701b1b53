import type { Moment } from "./Calendar.ts"
import type { DayBook } from "./DayBook.ts"
import type { LocalDate } from "./LocalDate.ts"
import { askedActor, type DayMark, type Turnover } from "./Turnover.ts"

/** How old a pushed running amount may be at the cutoff if the settings do not say when a till counts as silent. */
const defaultAge = 30

/**
 * Whether a day's running amount becomes its figure at the cutoff: the last push came before the cutoff and not too long before it
 * (rule 5.18), and after any undo that left the day with it (rule 5.12). An amount that a source was asked for does not: the source
 * is asked again.
 * @param cutoff milliseconds since 1970
 * @param silenceMinutes when a till counts as silent; null if the settings do not say
 */
export const becomesFinal = (
  { changed, soFar }: Turnover,
  { clearedAt }: Pick<DayMark, "clearedAt">,
  cutoff: number,
  silenceMinutes: number | null
): boolean =>
  soFar !== undefined && changed !== undefined && changed.by !== askedActor && changed.at < cutoff &&
  cutoff - changed.at <= (silenceMinutes ?? defaultAge) * 60_000 && (clearedAt === null || changed.at >= clearedAt)

/** A till that has pushed today before the cutoff, and the whole minutes since its last push. */
export interface Pushed {
  readonly date: LocalDate
  readonly by: string
  readonly minutes: number
}

/** The till that pushed today's running amount; undefined after the cutoff, when health reports that the day awaits its figure. */
export const pushedToday = ({ byDate }: DayBook, { now, pastCutoff, today }: Moment): Pushed | undefined => {
  const { changed, soFar } = byDate.get(today) ?? {}
  if (pastCutoff || soFar === undefined || changed === undefined || changed.by === askedActor) return undefined
  return { date: today, by: changed.by, minutes: Math.floor((now.epochMillis - changed.at) / 60_000) }
}

/** Whether a till has been silent for as long as the settings say; null: they do not say. */
export const isSilent = (pushed: Pushed | undefined, silenceMinutes: number | null): boolean =>
  pushed !== undefined && silenceMinutes !== null && pushed.minutes >= silenceMinutes
