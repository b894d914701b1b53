import type { Moment } from "./Calendar.ts"
import type { DayBook } from "./DayBook.ts"
import type { LocalDate } from "./LocalDate.ts"
import { askedActor, type Turnover } from "./Turnover.ts"

/** At the cutoff a pushed running amount may be this old where the settings name no other age. */
const defaultSilence = 30

/**
 * Whether a day's running amount is its figure from the cutoff on: its last push came in time and was not too long before
 * (rule 5.18). One that a source was asked for is not: the source is asked again.
 * @param cutoff milliseconds since 1970
 * @param silenceMinutes 0 where the settings name none
 */
export const becomesFinal = ({ changed, soFar }: Turnover, cutoff: number, silenceMinutes: number): boolean =>
  soFar !== undefined && changed !== undefined && changed.by !== askedActor && changed.at < cutoff &&
  cutoff - changed.at <= (silenceMinutes || defaultSilence) * 60_000

/** A till that has pushed today, before the cutoff, and for how many whole minutes it has been silent. */
export interface Pushed {
  readonly date: LocalDate
  readonly by: string
  readonly minutes: number
}

/** The till whose running amount today has. From the cutoff on, health says that the day awaits its figure. */
export const pushedToday = ({ byDate }: DayBook, { now, pastCutoff, today }: Moment): Pushed | undefined => {
  const { changed, soFar } = byDate.get(today) ?? {}
  if (pastCutoff || soFar === undefined || changed === undefined || changed.by === askedActor) return undefined
  return { date: today, by: changed.by, minutes: Math.floor((now.epochMillis - changed.at) / 60_000) }
}

/** Whether a till has been silent for longer than the settings allow; 0 allows any silence. */
export const isSilent = (pushed: Pushed | undefined, silenceMinutes: number): boolean =>
  pushed !== undefined && silenceMinutes > 0 && pushed.minutes >= silenceMinutes
