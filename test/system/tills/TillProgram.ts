import { NodeContext } from "@effect/platform-node"
import { DateTime, Effect, Either, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readAmountSource } from "../../../src/Config/AmountSource.ts"
import { alwaysAt } from "../../../src/Domain/DayStart.ts"
import type { LocalDate } from "../../../src/Domain/LocalDate.ts"
import type { TimeOfDay } from "../../../src/Domain/TimeOfDay.ts"
import { askSource } from "../../../src/Source.ts"
import { temporaryFolder } from "../../Database/TestFile.ts"

export interface Shop {
  readonly zone: string
  readonly currency: string
  readonly dayStart: TimeOfDay
}

const midnight = { hour: 0, minute: 0 }
const shanghai: Shop = { zone: "Asia/Shanghai", currency: "CNY", dayStart: midnight }

/** What the service makes of a program of `tills/` for 2026-11-20: the figure as `amount of items`, or the fault's code and sentence. */
export const askTill = (run: ReadonlyArray<string>, variables: Readonly<Record<string, string>>, shop: Partial<Shop> = {}) =>
  Effect.gen(function*() {
    const { currency, dayStart, zone } = { ...shanghai, ...shop }
    const configFile = join(yield* temporaryFolder, "config.json")
    writeFileSync(configFile, "{}")
    const { source } = Either.getOrThrow(readAmountSource({ kind: "command", run, env: Object.keys(variables) }))
    if (source.kind !== "command") throw new Error("a command is read as one")
    const path = process.env["PATH"] ?? ""
    const place = { configFile, currency, variables: Redacted.make({ PATH: path, ...variables }) }
    const days = { zone: DateTime.zoneUnsafeMakeNamed(zone), starts: alwaysAt(dayStart) }
    return yield* Effect.match(askSource({ ...source, place }, "2026-11-20" as LocalDate, days), {
      onFailure: ({ code, message }) => `${code}: ${message}`,
      onSuccess: ({ amountCents, items }) => `${amountCents} of ${items}`
    })
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

export const millis = (text: string): number => DateTime.unsafeMake(text).epochMillis

/** The first and last moment of 2026-11-20 in Shanghai, and the moments just outside of it. */
export const moments = {
  before: "2026-11-19T15:59:59.999Z",
  first: "2026-11-19T16:00:00.000Z",
  noon: "2026-11-20T04:00:00.000Z",
  last: "2026-11-20T15:59:59.999Z",
  after: "2026-11-20T16:00:00.000Z"
}

/** A page of a list, by the position in a cursor. */
export const pageOf = <A>(all: ReadonlyArray<A>, size: number, cursor: unknown) => {
  const from = Number(String(cursor ?? "at 0").slice("at ".length))
  return { items: all.slice(from, from + size), next: from + size < all.length ? `at ${from + size}` : undefined }
}
