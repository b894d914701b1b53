import { Effect, Random } from "effect"
import { hostname } from "node:os"

/**
 * Names this process among those of the database, such as `turnover till-1:4711:9f3c07aa`: its host, its process number, and a
 * number for this start. Containers may share host and process number, and two processes with one name would hide their writes from
 * each other. PostgreSQL keeps the first 63 bytes of a name.
 */
export const replicaName: Effect.Effect<string> = Effect.map(Random.nextIntBetween(0, 0x1_0000_0000),
  (start) => `turnover ${hostname().replaceAll(/[^\w.-]/g, "").slice(0, 32)}:${process.pid}:${start.toString(16).padStart(8, "0")}`)

/** The name without the service's, such as `till-1:4711:9f3c07aa`. */
export const idOf = (name: string): string => name.replace(/^turnover /, "")
