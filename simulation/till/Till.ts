import { Headers, HttpClient, HttpClientError, type HttpClientResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import { type Dice, dice } from "../Dice.ts"
import type { VirtualClock } from "../VirtualClock.ts"

/** How a till behaves: it answers at once, late or never; not as JSON or not with an amount; it refuses; or it cannot be reached. */
export type Mood = "well" | "slow" | "silent" | "wrong" | "refuses" | "away"

const badMoods: readonly [Mood, ...ReadonlyArray<Mood>] = ["slow", "silent", "wrong", "refuses", "away"]

/** Bodies from which no amount may be read. */
const wrongBodies: readonly [string, ...ReadonlyArray<string>] = [
  "<html>Bad gateway</html>",
  "{\"sales\":[]}",
  "{\"sales\":[{\"sum\":null}]}",
  "{\"sales\":[{\"sum\":12.345}]}",
  "{\"sales\":[{\"sum\":5}],\"sales\":[{\"sum\":6}]}",
  "{\"sales\":[{\"sum\":\"12,50\"}]}",
  "{\"sales\":[{\"sum\":-5}]}"
]

/** A question in flight. */
export interface Question {
  readonly date: string
  /** Real time. */
  readonly begun: number
  ended: number | undefined
  /** The till's answer in cents; undefined if it has no amount. */
  answer: number | undefined
  /** For how long the till wants no further question. */
  retryAfter: number
}

interface TillOptions {
  readonly clock: VirtualClock
  readonly seed: number
  /** Called when a question arrives. */
  readonly onQuestion: (question: Question) => void
}

/** A till behind HTTP. It knows what was sold so far, and on the next day sometimes about a refund. */
export const till = ({ clock, onQuestion, seed }: TillOptions) => {
  const chance = dice(seed, 0x711)
  let mood: Mood = "well"
  /** The real time since which the till has behaved well. */
  let wellSince = 0

  const seedOf = (date: string): Dice => dice(seed, Date.parse(date) / 86_400_000, 0x5a1e)

  /** What was sold on a day, in cents, as far as the till knows now. */
  const sold = (date: string): number => {
    const day = seedOf(date)
    const sales = Array.from({ length: day.between(1, 5) }, () => ({ cents: day.between(1, 400_000), from: day.between(0, 20) }))
    const refund = day.chance(0.3) ? day.between(0, sales[0]?.cents ?? 0) : 0
    const hours = (clock.wall() - Date.parse(date)) / 3_600_000
    const begun = sales.filter(({ from }, index) => index === 0 || from <= hours)
    return begun.reduce((sum, { cents }) => sum + cents, 0) - (hours > 24 ? refund : 0)
  }

  const client = HttpClient.make((request, url) =>
    Effect.suspend(() => {
      const date = url.searchParams.get("day") ?? ""
      const question: Question = { date, begun: clock.real(), ended: undefined, answer: undefined, retryAfter: 0 }
      const met = mood
      onQuestion(question)
      const end = () => {
        question.ended = clock.real()
      }
      const response = (status: number, body: string, headers: Record<string, string> = {}) =>
        // The source reads only these members.
        ({
          request,
          status,
          headers: Headers.fromInput(headers),
          stream: Stream.make(Buffer.from(body))
        }) as unknown as HttpClientResponse.HttpClientResponse
      const answer = Effect.suspend(() => {
        end()
        if (met === "away") {
          const cause = Object.assign(new Error("ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" })
          return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause }))
        }
        if (met === "refuses") {
          const seconds = chance.pick([0, 0, 7, 90])
          question.retryAfter = seconds * 1_000
          return Effect.succeed(response(chance.pick([401, 404, 503]), "", seconds === 0 ? {} : { "retry-after": String(seconds) }))
        }
        if (met === "wrong") return Effect.succeed(response(200, chance.pick(wrongBodies)))
        question.answer = sold(date)
        return Effect.succeed(response(200, JSON.stringify({ sales: [{ sum: question.answer / 100 }] })))
      })
      const wait = met === "silent" ? Effect.async<never>(() => {}) : Effect.sleep(
        met === "slow" ? chance.between(1_000, 9_000) : chance.between(10, 300)
      )
      return Effect.ensuring(Effect.zipRight(wait, answer), Effect.sync(end))
    })
  )

  return {
    client,
    mood: () => mood,
    /** How many milliseconds it has answered at once. */
    wellFor: () => mood === "well" ? clock.real() - wellSince : 0,
    becomes: (next: Mood) => {
      if (next === "well" && mood !== "well") wellSince = clock.real()
      mood = next
    },
    someBadMood: () => chance.pick(badMoods)
  }
}

export type Till = ReturnType<typeof till>
