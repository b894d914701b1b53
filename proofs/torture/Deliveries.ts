import type { RecordedRequest } from "../../test/lib/FeishuDouble.ts"
import { says } from "./ChatFacts.ts"
import type { AttemptRow, MessageRow, Snapshot } from "./Snapshot.ts"
import { must } from "./Violation.ts"

const rateLimited = 11232
const day = 86_400_000
/** An attempt is stored as of its beginning and judged as of its end. */
const longestAttempt = 10_000

/** The days fly past between the lives of a process, so that few attempts fill the 24 hours of a message. */
const isGivenUpRightly = (attempts: ReadonlyArray<AttemptRow>): boolean => {
  const first = attempts[0]
  const last = attempts.at(-1)
  if (first === undefined || last === undefined) return false
  return last.verdict === "format" ? last.format === "text" : last.verdict === "unknown" && last.at - first.at >= day - longestAttempt
}

/**
 * Holds what the bot was sent against what the outbox says of it, one process's life after another: every request is
 * on record but the one that a kill cut off, in the order of the messages, and none follows a recorded delivery.
 */
export const deliveries = () => {
  const told = new Map<number, MessageRow["told"]>()
  const delivered = new Set<number>()
  const arrived = new Set<number>()
  const attemptsOf = new Map<number, Array<AttemptRow>>()
  let failed = new Set<number>()
  let last = 0
  let cutOff = 0
  let twice = 0

  const sent = (id: number, request: RecordedRequest | undefined) => {
    const message = told.get(id)
    must(request !== undefined && message !== undefined && says(request, message), () =>
      `the bot was sent ${request?.body ?? "nothing"} where message ${id} was due, ${JSON.stringify(message)}`)
    must(id >= last, () => `message ${id} was sent after message ${last}`)
    must(!delivered.has(id), () => `message ${id} was sent again although its delivery was on record`)
    last = id
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
      for (const message of snapshot.messages) told.set(message.id, message.told)
      const { attempts } = snapshot
      must(requests.every(({ code }) => code !== rateLimited), () => "the bot's limits were exceeded")
      const unrecorded = requests.length - attempts.length
      must(unrecorded === 0 || wasKilled && unrecorded === 1, () => `${requests.length} requests were sent, ${attempts.length} are on record`)
      attempts.forEach((attempt, index) => {
        const { notification_id: id, verdict } = attempt
        attemptsOf.set(id, [...attemptsOf.get(id) ?? [], attempt])
        sent(id, requests[index])
        must(verdict !== "delivered" || requests[index]?.arrived === true, () => `message ${id} counts as delivered and did not arrive`)
        if (verdict === "delivered") delivered.add(id)
      })
      if (unrecorded === 1) {
        cutOff++
        sent(snapshot.head?.id ?? 0, requests.at(-1))
      }
      failed = new Set(snapshot.failed)
      for (const id of failed) must(isGivenUpRightly(attemptsOf.get(id) ?? []), () => `message ${id} failed after ${JSON.stringify(attemptsOf.get(id))}`)
      must(snapshot.counts.delivered === delivered.size, () => `${snapshot.counts.delivered} messages count as delivered, ${delivered.size} were`)
    },
    /** To be held when nothing waits any more. */
    holdComplete: () => {
      for (const [id, message] of told) must(arrived.has(id) || failed.has(id), () => `message ${id} never arrived: ${JSON.stringify(message)}`)
    }
  }
}
