import { Schema } from "effect"
import { twoDigits } from "./EpochDay.ts"
import { expecting } from "./Fault.ts"

/** What a clock on the wall shows, to the minute. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

export const midnight: TimeOfDay = { hour: 0, minute: 0 }

export const minutesOf = ({ hour, minute }: TimeOfDay): number => hour * 60 + minute

export const isMidnight = (time: TimeOfDay): boolean => minutesOf(time) === 0

export const formatTime = ({ hour, minute }: TimeOfDay): string => `${twoDigits(hour)}:${twoDigits(minute)}`

const pattern = /^([01]\d|2[0-3]):([0-5]\d)$/

const TimeText = Schema.String.pipe(
  Schema.pattern(pattern, expecting("time", "a time HH:MM from 00:00 to 23:59"))
).annotations(expecting("time", "a time HH:MM from 00:00 to 23:59"))

/** `"13:18"` encoded, hour and minute decoded. */
export const TimeFromText = Schema.transform(
  TimeText,
  Schema.Struct({ hour: Schema.Number, minute: Schema.Number }),
  {
    strict: true,
    decode: (text) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }),
    encode: formatTime
  }
)
