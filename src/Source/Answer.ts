import { Either } from "effect"
import type { HttpSource } from "../Config/AmountSource/Http.ts"
import { formatPointer, type JsonPointer } from "../Json/JsonPointer.ts"
import { notCounted } from "./Cents.ts"
import { allHold, anyHolds, isSkipped, isThere } from "./Conditions.ts"
import { centsOf } from "./Decimal.ts"
import { described, JsonNumber, valueAt } from "./Json.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

/** The sum of one page of an answer. */
export interface Counted {
  readonly cents: bigint
  /** The number of items in the sum. */
  readonly items: number
}

/** What the next request needs to ask for the following page; null after the last page. */
export type Cursor = string | JsonNumber | null

type Rules = Pick<HttpSource, "amount" | "items" | "negate" | "only" | "skip" | "unit">

const amountAt = (json: unknown, { amount, unit }: Rules, place: string): Either.Either<bigint, SourceFault> => {
  const value = valueAt(json, amount)
  const cents = value instanceof JsonNumber
    ? centsOf(value.text, unit, true)
    : typeof value === "string"
    ? centsOf(value, unit, false)
    : "amount"
  return typeof cents === "bigint"
    ? Either.right(cents)
    : Either.left(notCounted(cents, `${formatPointer(amount)}${place}`, described(value)))
}

const itemCents = (item: unknown, number: number, rules: Rules): Either.Either<bigint | null, SourceFault> => {
  if (isSkipped(rules.skip, item)) return Either.right(null)
  return Either.gen(function*() {
    if (!(yield* allHold(rules.only, item, number))) return null
    const cents = yield* amountAt(item, rules, ` in item ${number}`)
    return (yield* anyHolds(rules.negate, item, number)) ? -cents : cents
  })
}

/** The items of a page; null if the answer is one amount. */
export const itemsOf = (json: unknown, { items }: Pick<Rules, "items">): Either.Either<ReadonlyArray<unknown> | null, SourceFault> => {
  if (items === null) return Either.right(null)
  const list = valueAt(json, items)
  if (Array.isArray(list)) return Either.right(list)
  const pointer = formatPointer(items)
  const found = described(list)
  return Either.left(faultOf("no_list", `${pointer === "" ? "the answer" : pointer}: expected a list, got ${found}`, { pointer, found }))
}

/** Items to count between two yields. */
const atOnce = 1_000

/**
 * Counts a page. `before` is the number of items on earlier pages: faults name an item by its position in the whole answer. Yields
 * between parts of the work.
 */
export function* countPage(
  json: unknown,
  list: ReadonlyArray<unknown> | null,
  rules: Rules,
  before: number
): Generator<undefined, Either.Either<Counted, SourceFault>> {
  if (list === null) return Either.map(amountAt(json, rules, ""), (cents) => ({ cents, items: 1 }))
  let cents = 0n
  let items = 0
  for (const [index, item] of list.entries()) {
    if (index % atOnce === atOnce - 1) yield
    const counted = itemCents(item, before + index + 1, rules)
    if (Either.isLeft(counted)) return Either.left(counted.left)
    if (counted.right === null) continue
    cents += counted.right
    items++
  }
  return Either.right({ cents, items })
}

const notCursor = (pointer: JsonPointer, value: unknown, expected: string) => {
  const at = formatPointer(pointer)
  const found = described(value)
  return Either.left(faultOf("cursor", `${at}: expected ${expected}, got ${found}`, { pointer: at, found }))
}

const cursorAt = (json: unknown, pointer: JsonPointer): Either.Either<Cursor, SourceFault> => {
  const value = valueAt(json, pointer)
  if (!isThere(value)) return Either.right(null)
  return typeof value === "string" || value instanceof JsonNumber
    ? Either.right(value)
    : notCursor(pointer, value, "a text or a number for the next page")
}

/**
 * Whether there are more pages. A missing value is a fault: with a wrong pointer, paging would end after the first page with a sum
 * that is too small.
 */
const hasMore = (json: unknown, pointer: JsonPointer): Either.Either<boolean, SourceFault> => {
  const value = valueAt(json, pointer)
  return typeof value === "boolean" ? Either.right(value) : notCursor(pointer, value, "true or false")
}

/** The cursor of the page after `page`, which counts from 1; null after the last page. */
export const nextCursor = (
  json: unknown,
  list: ReadonlyArray<unknown> | null,
  { paging }: Pick<HttpSource, "paging">,
  page: number
): Either.Either<Cursor, SourceFault> => {
  switch (paging._tag) {
    case "One":
      return Either.right(null)
    case "Address":
    case "Cursor":
      return cursorAt(json, paging.next)
    case "LastItem":
      return Either.flatMap(hasMore(json, paging.more), (more) => {
        if (!more) return Either.right(null)
        const last = list?.at(-1)
        return Either.flatMap(cursorAt(last, paging.item), (cursor) =>
          cursor === null
            ? notCursor(paging.item, valueAt(last, paging.item), "a text or a number in the last item")
            : Either.right(cursor))
      })
    case "Number": {
      const following = String(page + 1)
      if (paging.more !== null) return Either.map(hasMore(json, paging.more), (more) => more ? following : null)
      return Either.right(list === null || list.length === 0 ? null : following)
    }
  }
}
