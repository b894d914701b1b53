import type { Almanac } from "../Almanac.ts"
import { hold } from "../Broken.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Announced } from "./Announced.ts"
import type { Book } from "./Book.ts"
import type { Outbox } from "./Outbox.ts"
import type { Times } from "./Times.ts"
import { wait } from "./Wait.ts"

/** What the runs of the daily job at minutes 0 and 1 of each hour may do, and must do. */
export const hourlyChecks = (clock: VirtualClock, almanac: Almanac, times: Times, book: Book, outbox: Outbox, announced: Announced) => {
  let index = -1
  /** Whether a run has been due since a figure was last pushed again. */
  let mayPush = false
  /** The day whose figure the next hourly run has to push again. */
  let owed: string | undefined
  const owing = wait(clock)
  /** Whether an open day waits to become final. */
  let isOpen = false
  /** How long a full hour has been past without open days being final. */
  const openDue = wait(clock)
  /** The time awake at the last change of the wall clock. */
  let movedAt = 0

  const forgive = () => {
    owed = undefined
    owing.end()
  }

  const owe = (date: string) => {
    if (owed !== undefined) return
    owed = date
    owing.begin()
  }

  /** Detects minute 0 or 1 of an hour. The daily job may run then, and may make a waiting message due before its Retry-After. */
  const notice = () => {
    const minutes = almanac.localMinute(clock.wall())
    const found = Math.floor(minutes / 60) * 2 + (minutes % 60 >= 1 ? 1 : 0)
    if (found === index) return
    const date = times.today()
    mayPush = true
    if (isOpen && found > index && clock.awake() - movedAt > times.patience()) openDue.begin()
    index = found
    outbox.hasten(clock.awake() + times.patience())
    if (times.isSteady() && times.isPast() && book.isFinal(date) && announced.isNeeded(date)) owe(date)
  }

  return {
    notice,
    forgive,
    mayPush: () => mayPush,
    hasPushed: () => {
      mayPush = false
    },
    /** Checks how long due work has waited. */
    judge: () => {
      const date = times.today()
      if (owed !== date || !times.isSteady() || !times.isPast() || !announced.isNeeded(date)) forgive()
      hold(!owing.exceeds(times.patience()), "an hourly run pushes again a figure that the chat does not have", () => times.at(date))
      isOpen = [...book.openDays].some((known) => book.isDue(known) && (known < date || (known === date && times.isPast())))
      if (!isOpen) openDue.end()
      hold(!openDue.exceeds(times.patience()), "stored days that are past are made final",
        () => `${[...book.openDays].join(" ")} on ${times.at(date)}`)
    },
    starts: () => {
      mayPush = false
      index = -1
      openDue.end()
    },
    /** After a change of the wall clock, an hour counts only from the service's next reading of the clock. */
    clockMoved: () => {
      movedAt = clock.awake()
      openDue.end()
    },
    disturbed: () => {
      forgive()
      mayPush = true
    }
  }
}

export type HourlyChecks = ReturnType<typeof hourlyChecks>
