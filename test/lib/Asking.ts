import { NodeContext } from "@effect/platform-node"
import { DateTime, Effect, Either } from "effect"
import { type AmountSource, readAmountSource } from "../../src/Config/AmountSource.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { askSource } from "../../src/Source.ts"

export const shanghai = DateTime.zoneUnsafeMakeNamed("Asia/Shanghai")

export const sourceOf = (members: object): AmountSource =>
  Either.getOrThrowWith(readAmountSource(members), (faults) => new Error(JSON.stringify(faults))).source

export const day = "2026-11-20" as LocalDate

/** The figure as `amount of items`, or the fault's code and sentence. */
export const asked = (source: AmountSource, date: LocalDate = day, zone: DateTime.TimeZone = shanghai) =>
  askSource(source, date, { zone, starts: [] }).pipe(
    Effect.match({
      onFailure: ({ code, message }) => `${code}: ${message}`,
      onSuccess: ({ amountCents, items }) => `${amountCents} of ${items}`
    }),
    Effect.provide(NodeContext.layer)
  )
