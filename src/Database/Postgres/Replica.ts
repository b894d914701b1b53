import { Effect, Random } from "effect"
import { hostname } from "node:os"

/** Names this process among those of the database, such as `turnover till-1:4711:9f3c`: its host, its process, and one of its starts. */
export const replicaName: Effect.Effect<string> = Effect.map(Random.nextIntBetween(0, 0x10000),
  (start) => `turnover ${hostname().replaceAll(/[^\w.-]/g, "").slice(0, 32)}:${process.pid}:${start.toString(16).padStart(4, "0")}`)

/** The same without the service's name, such as `till-1:4711:9f3c`. */
export const idOf = (name: string): string => name.replace(/^turnover /, "")
