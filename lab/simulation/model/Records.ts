import { chainHash } from "../../../test/lib/ChainHash.ts"
import { hold, same } from "../Broken.ts"
import type { AuditRow } from "../Observer.ts"
import type { Posting } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Book } from "./Book.ts"
import type { Estimates } from "./Estimates.ts"
import type { Runs } from "./Runs.ts"
import type { Times } from "./Times.ts"

/** Checks the audit: it is a chain, and each record was requested or comes from the settlement. */
export const records = (clock: VirtualClock, times: Times, book: Book, estimates: Estimates, runs: Runs) => {
  const audits: Array<AuditRow> = []
  let requested: Array<Posting> = []

  const judgeGenerate = ({ actor, after_cents, before_cents, date, reason, source }: AuditRow) => {
    hold(date === times.today(), "only today is generated", () => `${date} on ${times.today()}`)
    hold(!book.days.has(date), "a day is settled exactly once", () => `${date} is generated although it has a record`)
    hold(!book.isClosed(date), "a closed day is not generated", () => date)
    hold(!book.isCleared(date), "a withdrawn figure is not replaced by a generated one", () => date)
    hold(times.settings().source === "range", "no amount is generated where the settings forbid it", () => date)
    hold(!book.isClockInDoubt(date), "no amount is generated while a later day is stored", () => date)
    hold(times.isPast(), "no day is settled before its cutoff", () => times.at(date))
    same("a generated record has the generator's source and actor", [before_cents, source, reason, actor], [
      null,
      "generated",
      "",
      "settlement"
    ])
    estimates.judge(date, after_cents ?? NaN)
    const late = times.late()
    hold(!times.isSteady() || late <= 1_000 || runs.hasActed(date), "a day is settled within 1 s of its cutoff",
      () => `${date} ${late} ms late`)
    runs.act(date)
  }

  const judgeFinalize = ({ actor, after_cents, before_cents, date, source }: AuditRow) => {
    const day = book.days.get(date)
    const today = times.today()
    hold(day !== undefined && !day.final, "a day is made final once", () => date)
    hold(date < today || (date === today && times.isPast()), "no day is settled before its cutoff", () => times.at(date))
    hold(book.isDue(date), "what a till has counted so far becomes final only if it was pushed lately", () => times.at(date))
    same("a finalized record keeps its amount", [before_cents, after_cents, source, actor], [
      day?.cents,
      day?.cents,
      day?.source,
      "settlement"
    ])
    if (date === today) runs.act(date)
  }

  /** The last running amount before the figure; other records of a till are requested. */
  const isEndOfRunning = ({ action, date, reason }: AuditRow) => action === "feed" && reason.startsWith("so far") && book.isRunning(date)

  const judgeEndOfRunning = ({ actor, after_cents, before_cents, date, source }: AuditRow) => {
    const day = book.days.get(date)
    hold(day?.running?.audited !== day?.cents, "what a till has counted so far is audited once", () => times.at(date))
    same("the last running amount is audited before the figure", [before_cents, after_cents, source, actor], [
      day?.running?.audited,
      day?.cents,
      "feed",
      day?.changed?.by
    ])
  }

  return {
    audits,
    judge: (row: AuditRow) => {
      const { action, actor, after_cents, before_cents, created_at, date, id, reason, source } = row
      const hash = chainHash(audits.at(-1)?.hash ?? "", row)
      hold(id === audits.length + 1 && row.hash === hash, "the audit is a chain", () => `record ${id}`)
      hold(created_at === clock.wall(), "an audit record has the time of its change", () => `${created_at} at ${clock.wall()}`)
      const { cents, running } = book.days.get(date) ?? {}
      const isOfMark = action === "close" || action === "open" || action === "note" || action === "goal"
      hold(isOfMark || isEndOfRunning(row) || running === undefined || running.audited === cents,
        "the last running amount is audited before the figure", () => `${date}: ${action}`)
      if (isEndOfRunning(row)) judgeEndOfRunning(row)
      else if (action === "generate") judgeGenerate(row)
      else if (action === "finalize") judgeFinalize(row)
      else {
        same("each recorded change was requested", { action, date, before: before_cents, after: after_cents, source, reason, actor },
          requested.shift())
        // A till's figure after the cutoff is announced as the settlement's would be.
        if (action === "feed" && reason === "" && date === times.today() && times.isPast()) runs.act(date)
      }
      audits.push(row)
      book.take(row)
    },
    /** The next request must store these changes, in this order. */
    expects: (postings: ReadonlyArray<Posting>) => {
      requested = [...postings]
    },
    /** How many of the requested changes are not stored yet. */
    undone: (): number => requested.length,
    expectsNothing: () => {
      requested = []
    }
  }
}

export type Records = ReturnType<typeof records>
