import type { RecordedRequest } from "../../../test/lib/FeishuDouble.ts"
import { carries } from "../ChatFacts.ts"
import type { MessageRow, Snapshot } from "../Snapshot.ts"
import { must } from "../Violation.ts"

const rateLimited = 11232

/**
 * Compares the requests to the bot with the stored messages. A sender that is struck may leave one message in flight; that message
 * may arrive again, or late. Every other message arrives once, in order.
 */
export const arrivals = () => {
  const messages: Array<MessageRow> = []
  const times = new Map<number, number>()
  let newest = 0
  let twice = 0
  let late = 0

  const take = (request: RecordedRequest, strikes: number) => {
    // Only the last message can be sent again. A new message follows soon after it.
    const index = messages.findIndex(({ announcement, id }) => id > newest && carries(request, announcement))
    const message = messages[index] ?? messages.findLast(({ announcement, id }) => id <= newest && carries(request, announcement))
    must(message !== undefined, () => `the bot was sent ${request.body}, which is no stored message`)
    if (message === undefined) return
    const { id } = message
    const before = times.get(id) ?? 0
    if (before > 0) twice++
    if (id < newest) late++
    must(twice <= strikes, () => `message ${id} arrived again: ${twice} doubles after ${strikes} strikes`)
    must(late <= strikes, () => `message ${id} arrived after message ${newest}: ${late} late ones after ${strikes} strikes`)
    // The server skips ids when it is killed, and the ids of transactions that it rolls back.
    const next = messages.find((stored) => stored.id > newest)
    must(before > 0 || id === next?.id || id < newest, () => `message ${id} arrived after message ${newest}, the ones between did not`)
    times.set(id, before + 1)
    newest = Math.max(newest, id)
  }

  return {
    arrived: () => times.size,
    twice: () => twice,
    late: () => late,
    /** `strikes`: how often a process or its connection has been struck so far. */
    examine: (snapshot: Snapshot, requests: ReadonlyArray<RecordedRequest>, strikes: number) => {
      messages.push(...snapshot.messages)
      for (const request of requests) {
        must(request.code !== rateLimited, () => "the bot's limits were exceeded")
        if (request.arrived) take(request, strikes)
      }
      must(snapshot.counts.failed === 0, () => `${snapshot.counts.failed} messages were given up`)
      must(snapshot.counts.pending === 0 && times.size === messages.length,
        () => `${messages.length} messages are stored, ${times.size} arrived, ${snapshot.counts.pending} wait`)
    }
  }
}
