import { type Almanac, plusDays } from "../Almanac.ts"
import { hold, same } from "../Broken.ts"
import type { AuditRow, Observer } from "../Observer.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Question, Till } from "./Till.ts"

/** Times are minutes. */
export interface TillSettings {
  /** Minutes after midnight. */
  readonly cutoff: number
  readonly patience: number
  readonly without: "wait" | "generate"
  /** 0: none during the day. */
  readonly every: number
}

interface Known {
  readonly cents: number
  readonly source: string
  readonly final: boolean
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** The longest wait between two questions, including the time to read the clock. */
const longestPause = minute + 2 * second
/** The timeout of a request in the settings of a run. */
const timeout = 10 * second
/** How long after the end of patience a start may still ask for the day before. */
const grace = hour

/** The promises to a shop whose till is asked for amounts, checked without code of the service. */
export const judge = (clock: VirtualClock, almanac: Almanac, observer: Observer, settings: () => TillSettings) => {
  const days = new Map<string, Known>()
  const marks = new Map<string, { readonly closed: boolean; readonly clearedAt: number }>()
  const audits: Array<AuditRow> = []
  const announced: Array<string> = []
  /** The newest question about each day: of this process, and of any process. */
  const newest = new Map<string, Question>()
  const last = new Map<string, Question>()
  /** The days whose figure this process has asked for after their cutoff. */
  const askedLate = new Set<string>()
  /** The real time since which one process has been awake with unchanged settings. */
  let steadySince: number | undefined
  let tillOf: Till | undefined

  const now = () => clock.wall()
  const today = () => almanac.dateAt(now())
  const cutoffOf = (date: string) => almanac.nightOf(date, settings().cutoff, "first")
  const endOf = (date: string) => cutoffOf(date) + settings().patience * minute
  const at = (date: string) => `${date} at ${almanac.stamp(now())}`
  const markOf = (date: string) => marks.get(date) ?? { closed: false, clearedAt: -Infinity }
  const isSoFar = (day: Known | undefined) => day !== undefined && !day.final && day.source === "feed"
  const hasFigure = (date: string) => days.has(date) && !isSoFar(days.get(date))
  const isClosed = (date: string) => markOf(date).closed && !days.has(date)
  const isLeft = (date: string) => markOf(date).clearedAt >= cutoffOf(date)
  const isWanted = (date: string) => !hasFigure(date) && !isClosed(date) && !isLeft(date)
  const isOpen = (date: string) => newest.get(date)?.ended === undefined && newest.has(date)
  const steadyFor = () => steadySince === undefined ? 0 : clock.real() - steadySince
  /** The day whose figure is asked for after its cutoff: yesterday while its patience lasts past midnight, otherwise today. */
  const dayAsked = () => now() < cutoffOf(today()) && now() < endOf(plusDays(today(), -1)) ? plusDays(today(), -1) : today()

  const judgeQuestion = (question: Question) => {
    const { date } = question
    const yesterday = plusDays(today(), -1)
    hold(date === today() || date === yesterday, "only today and yesterday are asked for", () => at(date))
    hold(!isClosed(date), "a closed day is not asked for", () => at(date))
    hold(!isLeft(date), "a day whose figure was withdrawn after its cutoff is not asked for", () => at(date))
    hold(!hasFigure(date), "a day that has a figure is not asked for", () => `${at(date)} from ${days.get(date)?.source ?? ""}`)
    if (date === yesterday) hold(now() < endOf(date) + grace, "yesterday is asked for while patience lasts", () => at(date))
    else if (now() < cutoffOf(date)) hold(settings().every > 0, "nobody asks before the cutoff unless the settings say so", () => at(date))
    hold(![...newest.values()].some(({ ended }) => ended === undefined), "one question is asked at a time", () => at(date))
    newest.set(date, question)
    last.set(date, question)
    if (now() >= cutoffOf(date)) askedLate.add(date)
  }

  const judgeGenerated = (date: string) => {
    hold(settings().without === "generate", "no amount is generated where the settings forbid it", () => date)
    hold(now() >= endOf(date), "no amount is generated before patience is over", () => at(date))
    hold(askedLate.has(date), "no amount is generated before the source was asked", () => at(date))
    hold(!isOpen(date), "no amount is generated while a question is open", () => at(date))
    hold(isWanted(date), "only a day without a figure gets a generated one", () => at(date))
  }

  const judgeFed = (date: string, cents: number | null, isFigure: boolean) => {
    same("what is stored is what the till has answered", cents, isFigure ? newest.get(date)?.answer ?? null : cents)
    if (!isFigure) return hold(!hasFigure(date), "a running amount takes the place of no figure", () => at(date))
    hold(!hasFigure(date), "a figure stays", () => at(date))
    hold(now() >= cutoffOf(date), "a day is final at its cutoff at the earliest", () => at(date))
    hold(isWanted(date), "a day that was closed or withdrawn stays so", () => at(date))
  }

  const take = (row: AuditRow) => {
    const { action, after_cents: cents, created_at: writtenAt, date, reason, source } = row
    audits.push(row)
    const mark = markOf(date)
    switch (action) {
      case "generate":
        judgeGenerated(date)
        return void days.set(date, { cents: cents ?? NaN, source: "generated", final: true })
      case "feed": {
        const isFigure = !reason.startsWith("so far")
        judgeFed(date, cents, isFigure)
        return void days.set(date, { cents: cents ?? NaN, source: "feed", final: isFigure })
      }
      case "close":
        return void marks.set(date, { ...mark, closed: true })
      case "open":
        return void marks.set(date, { closed: false, clearedAt: writtenAt })
      case "withdraw":
        days.delete(date)
        return void marks.set(date, { ...mark, clearedAt: writtenAt })
      case "correct":
        return void days.set(date, { cents: cents ?? NaN, source: source ?? "", final: true })
      default:
        hold(false, "nothing else changes a day", () => `${action} ${at(date)}`)
    }
  }

  const judgeMessage = (kind: string, date: string, wasWanted: boolean) => {
    const name = `${kind} ${date}`
    if (kind === "awaited") {
      hold(settings().without === "wait", "a day awaits its figure where the settings say so", () => at(date))
      hold(now() >= endOf(date), "nobody is told before patience is over", () => at(date))
      hold(askedLate.has(date) && !isOpen(date), "nobody is told before the source was asked in vain", () => at(date))
      hold(wasWanted, "only a day without a figure awaits one", () => at(date))
      hold(!announced.includes(name), "the group is told once that a day awaits its figure", () => at(date))
    }
    announced.push(name)
  }

  const absorb = () => {
    if (!observer.changed()) return
    const messages = observer.newMessages().map(({ announcement }) => ({
      kind: announcement.kind,
      date: String(announcement["date"] ?? "")
    }))
    const wanted = new Map(messages.map(({ date }) => [date, isWanted(date)]))
    for (const row of observer.newAudits()) take(row)
    for (const { date, kind } of messages) judgeMessage(kind, date, wanted.get(date) ?? false)
    // Only the first running amount of a day has a record.
    for (const { amount_cents: cents, date, is_final: isFinal, source } of observer.days()) {
      if (source === "feed" && isFinal === 0 && isSoFar(days.get(date))) days.set(date, { cents, source, final: false })
      same("the stored days are those of the audit", [date, cents, source, isFinal === 1], [
        date,
        days.get(date)?.cents,
        days.get(date)?.source,
        days.get(date)?.final
      ])
    }
  }

  /** Checks that everything due has happened, if all has been well for long enough. */
  const judgeTime = () => {
    const date = dayAsked()
    const sinceCutoff = now() - cutoffOf(date)
    if (sinceCutoff < timeout + 2 * longestPause || !isWanted(date) || steadyFor() < timeout + longestPause) return
    const question = newest.get(date)
    if (now() < endOf(date) - longestPause) {
      hold(question !== undefined, "a day is asked for from its cutoff on", () => at(date))
      const waits = question?.ended === undefined ? 0 : clock.real() - question.ended
      hold(waits <= longestPause, "the source is asked again within a minute", () => `${at(date)}, ${waits} ms after the last question`)
      hold((tillOf?.wellFor() ?? 0) < timeout + 2 * longestPause, "a till that answers gives the day its figure", () => at(date))
    }
    const late = now() - endOf(date)
    if (late > timeout + 5 * second && late < 6 * hour && steadyFor() > late + timeout + longestPause) {
      hold(settings().without === "wait" && announced.includes(`awaited ${date}`), "what counts without a figure has come after patience",
        () => `${at(date)}, ${late} ms late`)
    }
  }

  return {
    audits,
    announced,
    days,
    today,
    cutoffOf,
    endOf,
    isWanted,
    isClosed,
    hasFigure,
    absorb,
    judgeQuestion,
    judgeTime,
    watches: (till: Till) => {
      tillOf = till
    },
    /** A process has begun, has read its settings again, or has been woken. A new process knows no earlier questions. */
    begins: (isNew: boolean) => {
      steadySince = clock.real()
      if (!isNew) return
      newest.clear()
      askedLate.clear()
    },
    ends: () => {
      steadySince = undefined
      newest.clear()
    },
    /** Compares what health reports with what is known. */
    judgeHealth: (found: Readonly<Record<string, unknown>>) => {
      const date = today()
      const awaiting = (found["awaiting"] as ReadonlyArray<{ readonly date: string; readonly reason: string }>)
        .filter((one) => one.date === date).map(({ reason }) => reason)
      const isAwaited = now() >= cutoffOf(date) && !(days.get(date)?.final === true) && !isClosed(date)
      const reason = now() < endOf(date) ? "asked" : "unanswered"
      same("health says why a day has no figure", awaiting,
        isAwaited && (reason === "asked" || settings().without === "wait") ? [reason] : [])
    }
  }
}

export type Judge = ReturnType<typeof judge>
