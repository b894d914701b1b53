import { Either } from "effect"
import { cutoffInstant } from "../Calendar.ts"
import type { Remind } from "../Command.ts"
import { isShut } from "../DayMark.ts"
import { rangeOf } from "../Generator.ts"
import * as Messages from "../Messages.ts"
import { isReminderNeeded } from "../Reminder.ts"
import { type Decision, nothing, type Now, type States } from "./State.ts"

/** Rule 7.17: no second reminder is sent after a restart, a reload or a clock that was set back, nor by another process. */
export const remind = (
  { moment: { today } }: Remind,
  { day, mark, reminded, settings }: States["Remind"],
  { at }: Now
): Either.Either<Decision<boolean>> => {
  const cutoff = cutoffInstant(today, settings.calendar).epochMillis
  const range = settings.withoutFigure === "wait" || settings.isAsked ? null : rangeOf(settings.generator, today)
  return Either.right(
    reminded || !isReminderNeeded({ day, closed: isShut(mark), now: at, cutoff })
      ? nothing(false)
      : { ...nothing(true), messages: [Messages.reminder(today, settings.calendar.cutoff, cutoff, range)] }
  )
}
