import type { Meaning } from "../BotReplies.ts"

/** The usual behaviour of a bot. Every bot also has good hours. */
export type Temper = "usual" | "dead" | "broken" | "slow" | "muted"

type Meanings = readonly [Meaning, ...ReadonlyArray<Meaning>]
type Weighted<A> = readonly [readonly [weight: number, value: A], ...ReadonlyArray<readonly [number, A]>]

interface Behaviour {
  /** The verdicts that it causes for some time. */
  readonly meanings: Weighted<Meanings>
  /** For about how many milliseconds. */
  readonly spans: Weighted<number>
  /** The least and the most milliseconds until it replies. */
  readonly latencies: Weighted<readonly [number, number]>
}

const minute = 60_000
const hour = 60 * minute
const spans: Weighted<number> = [[3, minute], [4, hour], [2, 6 * hour], [1, 30 * hour]]
const latencies: Weighted<readonly [number, number]> = [[9, [20, 400]], [1, [400, 9_000]]]
const long: Weighted<number> = [[1, hour], [2, 6 * hour], [3, 30 * hour]]

export const tempers: Readonly<Record<Temper, Behaviour>> = {
  usual: {
    meanings: [
      [60, ["delivered"]],
      [3, ["format"]],
      [3, ["upset"]],
      [2, ["permanent"]],
      [4, ["transient"]],
      [4, ["unknown"]],
      [3, ["delivered", "format", "upset", "transient", "unknown"]]
    ],
    spans,
    latencies
  },
  /** It cannot be reached, or accepts requests and never replies. */
  dead: { meanings: [[1, ["delivered"]], [3, ["unknown"]], [3, ["transient"]]], spans: long, latencies },
  /** It refuses messages. */
  broken: { meanings: [[1, ["delivered"]], [2, ["permanent"]], [2, ["format"]], [2, ["upset"]]], spans: long, latencies },
  slow: { meanings: [[8, ["delivered"]], [1, ["unknown"]]], spans, latencies: [[1, [20, 400]], [5, [2_000, 9_900]]] },
  /** It asks for pauses. */
  muted: { meanings: [[1, ["delivered"]], [2, ["transient"]]], spans, latencies }
}
