import { Clock, Effect } from "effect"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { cutoffInstant, type Moment } from "../Domain/Calendar.ts"
import { generateAmount, type GeneratorSettings } from "../Domain/Generator.ts"
import * as Messages from "../Domain/Messages.ts"
import * as Posting from "../Domain/Posting.ts"
import { decide, type Decision, type Trigger } from "../Domain/Settlement.ts"
import type { Outbox } from "../Outbox.ts"
import type { Post } from "./Postings.ts"
import type { LedgerStore } from "./Store.ts"

interface Run {
  readonly trigger: Trigger
  readonly moment: Moment
  readonly id: string | null
  readonly settings: ShopConfig
  readonly generator: GeneratorSettings
}

/** What the same run in another process would do again. The state of the day or its messages prevents the other decisions. */
const hasEffectOnce: ReadonlySet<Decision["_tag"]> = new Set(["Generate", "Finalize", "PushAgain", "Hasten"])

/** One run of the daily job on the stored days; it needs a transaction around it. */
export const settlement = (store: typeof LedgerStore.Service, outbox: typeof Outbox.Service, post: Post) =>
  Effect.fnUntraced(function*({ generator, id, moment, settings, trigger }: Run) {
    const { today } = moment
    const cutoff = cutoffInstant(today, settings.cutoff, moment.now.zone).epochMillis
    const { day, open } = yield* store.unsettled(today)
    const mark = yield* store.mark(today)
    const decision = decide({
      trigger,
      ranBefore: id !== null && (yield* store.hasRun(id)),
      pastCutoff: moment.pastCutoff,
      day,
      announced: day === undefined ? "none" : yield* outbox.announcedState(day.date, day.cents),
      fallbackPush: settings.fallbackPush,
      closed: mark.closed,
      cleared: mark.clearedAt !== null && mark.clearedAt >= cutoff,
      announcedSinceCutoff: yield* outbox.settlementAnnounced(today, cutoff)
    })
    const postings = open.map(Posting.finalize)
    switch (decision._tag) {
      case "Generate":
        postings.push(Posting.generate(today, generateAmount(generator, today)))
        break
      case "Finalize":
        postings.push(Posting.finalize(decision.day))
        break
      case "PushAgain":
        yield* outbox.enqueue([Messages.settled(decision.day, decision.kind)], yield* Clock.currentTimeMillis)
        break
      case "Closed":
        if (decision.announce) yield* outbox.enqueue([Messages.closedDay(mark)], yield* Clock.currentTimeMillis)
        break
      case "Hasten":
        yield* outbox.hasten(decision.day.date, decision.day.cents, yield* Clock.currentTimeMillis)
        break
    }
    if (id !== null && hasEffectOnce.has(decision._tag)) yield* store.rememberRun(id, yield* Clock.currentTimeMillis)
    return { decision, posted: yield* post(postings, settings.importNotify) }
  })
