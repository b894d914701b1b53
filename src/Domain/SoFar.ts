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
