import { Effect } from "effect"
import { type Check, failed, passed } from "../../../Codes/Check.ts"
import { inWords, isApart } from "../../../Domain/ClockDifference.ts"
import type { PostgresDatabase } from "../Client.ts"

/** `ahead`: milliseconds by which this machine's clock is ahead of the server's. */
export const clocksAt = (ahead: number): Check =>
  isApart(ahead)
    ? failed("clocks", `this machine's is ${inWords(ahead)} the server's`,
      "set both by NTP: a service here settles, sends and changes nothing before")
    : passed("clocks", "this machine's and the server's agree")

export const checkClocks = ({ clockAhead }: PostgresDatabase) => Effect.map(clockAhead, clocksAt)
