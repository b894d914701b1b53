import { Effect } from "effect"
import { type Dice, dice } from "../Dice.ts"
import type { VirtualClock } from "../VirtualClock.ts"

/** How a till's program behaves: it answers at once, late or never; not with an amount; it has none yet; or it does not start. */
export type Mood = "well" | "slow" | "silent" | "wrong" | "refuses" | "away"

const badMoods: readonly [Mood, ...ReadonlyArray<Mood>] = ["slow", "silent", "wrong", "refuses", "away"]

/** Lines from which no amount may be read. */
const wrongLines: readonly [string, ...ReadonlyArray<string>] = [
  "<html>Bad gateway</html>",
  "",
  "{\"amount\":null}",
  "{\"amount\":12.345}",
  "{\"amount\":5,\"amount\":6}",
  "{\"amount\":\"12,50\"}",
  "{\"amount\":-5}",
  "{\"amount\":5}\n{\"amount\":6}"
]

/** A question in flight. */
export interface Question {
  readonly date: string
  /** Real time. */
  readonly begun: number
  ended: number | undefined
  /** The till's answer in cents; undefined if it has no amount. */
  answer: number | undefined
}

interface TillOptions {
  readonly clock: VirtualClock
  readonly seed: number
  /** Called when a question arrives. */
  readonly onQuestion: (question: Question) => void
}

/** A till behind a program. It knows what was sold so far, and on the next day sometimes about a refund. */
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

  /** Runs the till's program for the day in its environment. */
  const run = (environment: Readonly<Record<string, string>>) =>
    Effect.suspend(() => {
      const question: Question = { date: environment["TURNOVER_DATE"] ?? "", begun: clock.real(), ended: undefined, answer: undefined }
      const met = mood
      onQuestion(question)
      const end = () => {
        question.ended = clock.real()
      }
      const ended = (code: number, stdout: string, stderr = "") => ({ _tag: "Ended" as const, code, stdout: Buffer.from(stdout), stderr })
      const answer = Effect.sync(() => {
        end()
        if (met === "away") return { _tag: "NotStarted" as const, reason: "ENOENT" }
        // What it has printed before it failed is no answer.
        if (met === "refuses") return ended(chance.pick([75, 1, 3]), "{\"amount\":1}\n", "the till answers HTTP 503\n")
        if (met === "wrong") return ended(0, `${chance.pick(wrongLines)}\n`)
        question.answer = sold(question.date)
        return ended(0, `${JSON.stringify({ amount: question.answer / 100, items: 1 })}\n`)
      })
      const wait = met === "silent" ? Effect.async<never>(() => {}) : Effect.sleep(
        met === "slow" ? chance.between(1_000, 9_000) : chance.between(10, 300)
      )
      return Effect.ensuring(Effect.zipRight(wait, answer), Effect.sync(end))
    })

  return {
    run,
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
