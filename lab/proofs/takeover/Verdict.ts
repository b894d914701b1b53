import { must } from "../torture/Violation.ts"
import type { Arrival } from "./Chat.ts"
import type { Server } from "./Server.ts"
import { firstAmount, type Sent } from "./Writers.ts"

/** What was done to the service. */
interface Course {
  readonly sent: ReadonlyArray<Sent>
  readonly arrivals: ReadonlyArray<Arrival>
  /** The days whose cutoff has come. */
  readonly settled: ReadonlyArray<string>
  /** When each strike began; milliseconds of this program's clock. */
  readonly begun: ReadonlyArray<number>
}

interface Found {
  readonly acknowledged: number
  /** Changes without a response of 200, and how many of them are stored. */
  readonly refused: { readonly sent: number; readonly stored: number }
  readonly messages: number
  readonly doubles: number
}

const grouped = <A, K>(items: ReadonlyArray<A>, keyOf: (item: A) => K): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const item of items) groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item])
  return groups
}

const changesOf = async ({ rows }: Server, { sent }: Course) => {
  const stored = new Map<number, number>()
  for (const { cents } of await rows("SELECT after_cents AS cents FROM audit WHERE action = 'correct'"))
    stored.set(Number(cents), (stored.get(Number(cents)) ?? 0) + 1)
  for (const { cents, refused, status } of sent) {
    const times = stored.get(cents) ?? 0
    must(status !== 200 || times === 1, () => `an acknowledged change (${cents}) is in the audit ${times} times`)
    must(times <= 1, () => `a change (${cents}) is in the audit ${times} times`)
    must(!refused || times === 0, () => `a change (${cents}) that was never sent is stored`)
    must(status === undefined || status === 200 || status === 503, () => `a change was answered with ${status}`)
  }
  const others = sent.filter(({ status }) => status !== 200)
  return {
    acknowledged: sent.length - others.length,
    refused: { sent: others.length, stored: others.filter(({ cents }) => stored.has(cents)).length }
  }
}

const judgeDays = async ({ rows }: Server, { arrivals, settled }: Course) => {
  const wrong = await rows(`SELECT turnover.date FROM turnover JOIN LATERAL (
      SELECT after_cents FROM audit WHERE audit.date = turnover.date AND action NOT IN ('close', 'open', 'note', 'goal') ORDER BY id DESC LIMIT 1)
    AS newest ON true WHERE amount_cents <> after_cents`)
  must(wrong.length === 0, () => `the figures of ${JSON.stringify(wrong)} differ from their newest records`)
  const runs = await rows("SELECT date, count(*)::int AS count FROM audit WHERE action IN ('generate', 'finalize') GROUP BY date")
  for (const { count, date } of runs) must(count === 1, () => `${date} was settled ${count} times`)
  const dates = new Set(runs.map(({ date }) => date))
  for (const date of settled) must(dates.has(date), () => `${date} was not settled`)
  const announced = grouped(arrivals.filter(({ type }) => type === "turnover.day.settled"), ({ date }) => date)
  for (const [date, messages] of announced)
    must(new Set(messages.map(({ id }) => id)).size === 1, () => `${date} was announced by several messages`)
}

/** How long before a strike a request may have begun whose message arrives again after it. */
const inFlight = 1_500

/** The number of a message, in an id such as `52e043b7f8080b45-17-mwwqfdtv-main`. */
const numberOf = (id: string): number => Number(id.split("-").at(-3))

const judgeMessages = async ({ rows }: Server, { arrivals, begun }: Course) => {
  const [outbox] = await rows(
    `SELECT count(*)::int AS count, count(*) FILTER (WHERE state <> 'delivered')::int AS undelivered FROM notification`
  )
  must(outbox?.["undelivered"] === 0, () => `${outbox?.["undelivered"]} messages were not delivered`)
  const byId = grouped(arrivals, ({ id }) => id)
  must(byId.size === outbox?.["count"], () => `${outbox?.["count"]} messages, of which ${byId.size} have arrived`)
  const doubledBy = new Map<number, Set<string>>()
  for (const [id, [first, ...others]] of byId) {
    for (const { at } of others) {
      const strike = begun.findLastIndex((time) => time <= at)
      const time = begun[strike]
      must(time !== undefined && first !== undefined && first.at > time - inFlight, () =>
        `message ${id} arrived twice without a strike between`)
      doubledBy.set(strike, (doubledBy.get(strike) ?? new Set()).add(id))
    }
  }
  for (const ids of doubledBy.values()) must(ids.size === 1, () => `one strike doubled ${ids.size} messages`)
  // The first arrivals have the order of the messages.
  const order = [...byId.keys()]
  order.forEach((id, index) => {
    const before = order[index - 1]
    must(before === undefined || numberOf(before) < numberOf(id), () => `message ${before} arrived before ${id}`)
  })
  return { messages: byId.size, doubles: arrivals.length - byId.size }
}

/** Compares what happened with what is stored and what has arrived. */
export const judge = async (server: Server, course: Course): Promise<Found> => {
  must(course.sent.every(({ cents }) => cents > firstAmount), () => "the amounts of the proof are wrong")
  const changes = await changesOf(server, course)
  await judgeDays(server, course)
  return { ...changes, ...await judgeMessages(server, course) }
}
