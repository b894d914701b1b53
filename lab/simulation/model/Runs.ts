import { hold, same } from "../Broken.ts"
import type { Announcement } from "../MessageFacts.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Announced } from "./Announced.ts"
import type { Book } from "./Book.ts"
import type { HourlyChecks } from "./HourlyChecks.ts"
import type { Times } from "./Times.ts"
import { wait } from "./Wait.ts"

/** An hourly check announces what the run at the cutoff has not announced. The service may read the clock as seldom as once an hour. */
const longestUnannounced = 2 * 3_600_000 + 120_000

/** The runs of the daily job at cutoffs, starts and reloads: what they announce, and how late they may be. */
export const runs = (clock: VirtualClock, times: Times, book: Book, announced: Announced, hourly: HourlyChecks) => {
  /** The run of a start or reload has to push today's final figure again. */
  let mustPush = false
  /** Days whose cutoff has taken effect since the last start or reload. */
  const acted = new Set<string>()
  /** Cutoffs that have taken effect, as instants. They come again when the clock is set back, and a restart forgets them. */
  const hadEffect = new Set<number>()
  /** Days without a figure that the job may have handled without a record. At their cutoff they may be announced again. */
  const quiet = new Set<string>()
  const unannounced = wait(clock)
  const cutoffIgnored = wait(clock)
  const unsettled = wait(clock)

  const act = (date: string) => {
    acted.add(date)
    hadEffect.add(times.cutoffOf(date))
  }

  const spendPush = (date: string) => {
    if (mustPush) mustPush = false
    else if (!acted.has(date)) act(date)
    else if (quiet.has(date)) quiet.delete(date)
    else {
      hold(hourly.mayPush(), "a figure is pushed again only when that is due", () => times.at(date))
      hold(announced.isNeeded(date), "an hourly run pushes again only a figure that the chat does not have", () => times.at(date))
      hourly.hasPushed()
    }
  }

  return {
    act,
    hasActed: (date: string) => acted.has(date),
    /** The settlement announces a closed day once per cutoff. */
    judgeClosed: (announcement: Announcement) => {
      const date = announcement.date ?? ""
      const why = () => times.at(date)
      hold(date === times.today() && times.isPast() && book.isClosed(date), "only a closed day is announced as closed", why)
      hold(!announced.hasBeen(date, ["closed"]), "a closed day is announced once", why)
      same("the message of a closed day says its note", [announcement.before, announcement.reason, announcement.actor], [
        null,
        book.markOf(date).note,
        "settlement"
      ])
      act(date)
    },
    /** The settlement announces once per cutoff that a day awaits its figure. */
    judgeAwaited: ({ before, date = "", reason }: Announcement) => {
      const why = () => times.at(date)
      hold(date === times.today() && times.isPast() && book.isLacking(date), "only a day that awaits its figure is announced as such", why)
      hold(!announced.hasBeen(date, ["awaited"]), "that a day awaits its figure is announced once", why)
      same("the message of a day without a figure states none", [before, reason], [null, ""])
      act(date)
    },
    judgeRepeat: (announcement: Announcement) => {
      const date = announcement.date ?? ""
      const day = book.days.get(date)
      same("the settlement's first message of a day is the daily one", announcement.kind,
        announced.hasBeen(date, ["daily", "finalized", "repeat"]) ? "repeat" : "daily")
      hold(date === times.today() && times.isPast() && day !== undefined && day.final, "only today's final figure is pushed again",
        () => times.at(date))
      same("a repeated message has the stored figure", [announcement.cents, announcement.source], [day?.cents, day?.source])
      hourly.forgive()
      spendPush(date)
    },
    /** Checks that nothing has been due for too long. */
    judgeTime: () => {
      const date = times.today()
      const when = () => times.at(date)
      const isPast = times.isPast()
      const isFinal = book.isFinal(date)
      if (isPast && !isFinal && !book.isAwaited(date) && !acted.has(date)) {
        acted.add(date)
        quiet.add(date)
      }
      const ranBefore = hadEffect.has(times.cutoffOf(date)) && isFinal
      unannounced.notice(
        isPast && (book.isClosed(date) && !announced.hasBeen(date, ["closed"]) ||
          book.isLacking(date) && !announced.hasBeen(date, ["awaited"]))
      )
      unsettled.notice(isPast && !isFinal && !acted.has(date))
      cutoffIgnored.notice(isPast && !acted.has(date) && !ranBefore)
      const late = times.late()
      const isOnTime = times.steadyFor() - late > times.patience()
      hold(!unannounced.exceeds(longestUnannounced),
        "a day that is closed or awaits its figure is announced at its cutoff, or within the hour", when)
      hold(!isOnTime || late < 1_000 || acted.has(date) || ranBefore, "a day is settled within 1 s of its cutoff",
        () => `${date}, ${late} ms late`)
      hold(!unsettled.exceeds(times.patience()), "a day whose cutoff is past is settled", when)
      hold(!cutoffIgnored.exceeds(times.patience()), "the cutoff of a final day pushes it again", when)
    },
    begin: (trigger: "start" | "reload") => {
      acted.clear()
      quiet.clear()
      unannounced.end()
      cutoffIgnored.end()
      unsettled.end()
      hourly.forgive()
      mustPush = false
      if (!times.isPast()) return
      const date = times.today()
      mustPush = book.isFinal(date) && (trigger === "reload" || announced.isNeeded(date))
      acted.add(date)
    },
    end: (trigger: "start" | "reload") => {
      hold(!mustPush, `a ${trigger} after the cutoff pushes today's figure again when it is due`, times.now)
      hold(!times.isPast() || !book.isAwaited(times.today()), `a ${trigger} after the cutoff settles today`, times.now)
      mustPush = false
    },
    /** The process has ended in the middle of a run. */
    cancel: () => {
      mustPush = false
    },
    disturbed: () => unannounced.end()
  }
}

export type Runs = ReturnType<typeof runs>
