import type { RecordedRequest } from "../../../test/lib/FeishuDouble.ts"
import { carries } from "./ChatFacts.ts"
import type { AttemptRow, MessageRow, Snapshot } from "./Snapshot.ts"
import { must } from "./Violation.ts"

const rateLimited = 11232
const day = 86_400_000
/** An attempt is stored with its start time, but its result is known at its end. */
const longestAttempt = 10_000

/** A message waits at least 20 times before it fails, however far the clock jumps between two processes. */
const fewestWaits = 20

const isGivenUpRightly = (attempts: ReadonlyArray<AttemptRow>): boolean => {
  const first = attempts[0]
  const last = attempts.at(-1)
  if (first === undefined || last === undefined) return false
  return last.verdict === "format" ? last.format === "text" : last.verdict === "unknown" && last.at - first.at >= day - longestAttempt &&
    attempts.length > fewestWaits
}

/** Messages of an import come after all others; each of the two lines keeps its order. */
const isOfImport = ({ kind }: MessageRow["announcement"]): boolean => kind === "imported" || kind === "digest"

/**
 * Compares the requests to the bot with the outbox after each process. Every request has a record, except one that a kill
 * interrupted; requests follow the order of the messages; after a recorded delivery, the message is not sent again.
 */
export const deliveries = () => {
  const announcements = new Map<number, MessageRow["announcement"]>()
  const delivered = new Set<number>()
  const arrived = new Set<number>()
  const attemptsOf = new Map<number, Array<AttemptRow>>()
  let failed = new Set<number>()
  const last = { imports: 0, others: 0 }
  let cutOff = 0
  let twice = 0

  const sent = (id: number, request: RecordedRequest | undefined) => {
    const message = announcements.get(id)
    must(request !== undefined && message !== undefined && carries(request, message),
      () => `the bot was sent ${request?.body ?? "nothing"} where message ${id} was due, ${JSON.stringify(message)}`)
    const line = message !== undefined && isOfImport(message) ? "imports" : "others"
    must(id >= last[line], () => `message ${id} was sent after message ${last[line]}`)
    must(!delivered.has(id), () => `message ${id} was sent again although its delivery is recorded`)
    last[line] = id
    if (request?.arrived !== true) return
    if (arrived.has(id)) twice++
    arrived.add(id)
  }

  return {
    arrived: () => arrived.size,
    failed: () => failed.size,
    cutOff: () => cutOff,
    twice: () => twice,
    examine: (snapshot: Snapshot, requests: ReadonlyArray<RecordedRequest>, wasKilled: boolean) => {
      for (const message of snapshot.messages) announcements.set(message.id, message.announcement)
      const { attempts } = snapshot
      must(requests.every(({ code }) => code !== rateLimited), () => "the bot's limits were exceeded")
      const unrecorded = requests.length - attempts.length
      must(unrecorded === 0 || wasKilled && unrecorded === 1,
        () => `${requests.length} requests were sent, ${attempts.length} are recorded`)
      attempts.forEach((attempt, index) => {
        const { notification_id: id, verdict } = attempt
        attemptsOf.set(id, [...attemptsOf.get(id) ?? [], attempt])
        sent(id, requests[index])
        must(verdict !== "delivered" || requests[index]?.arrived === true, () => `message ${id} counts as delivered and did not arrive`)
        if (verdict === "delivered") delivered.add(id)
      })
      if (unrecorded === 1) {
        cutOff++
        const request = requests.at(-1)
        // A message that is stored while one of an import is sent comes before it the next time.
        const due = snapshot.heads.find(({ announcement }) => request !== undefined && carries(request, announcement)) ?? snapshot.heads[0]
        sent(due?.id ?? 0, request)
      }
      failed = new Set(snapshot.failed)
      for (const id of failed)
        must(isGivenUpRightly(attemptsOf.get(id) ?? []), () => `message ${id} failed after ${JSON.stringify(attemptsOf.get(id))}`)
      must(snapshot.counts.delivered === delivered.size,
        () => `${snapshot.counts.delivered} messages count as delivered, ${delivered.size} were`)
    },
    /** Call it when no message is pending. */
    holdComplete: () => {
      for (const [id, message] of announcements)
        must(arrived.has(id) || failed.has(id), () => `message ${id} never arrived: ${JSON.stringify(message)}`)
    }
  }
}
