import type { JsonPointer } from "../../Json/JsonPointer.ts"
import type { HttpSetting } from "./Http.ts"

/** How the further pages of an answer are asked for. */
export type Paging =
  | { readonly _tag: "One" }
  /** The value at `next` is the address of the next page. */
  | { readonly _tag: "Address"; readonly next: JsonPointer }
  /** The value at `next` goes into the next request. */
  | { readonly _tag: "Cursor"; readonly next: JsonPointer; readonly into: CursorPlace }
  /** While `more` is true, the member `item` of the last item goes into the next request. */
  | { readonly _tag: "LastItem"; readonly item: JsonPointer; readonly more: JsonPointer; readonly into: CursorPlace }
  /** The page's number goes into the query, from 1, until a page has no items, or `more` is false. */
  | { readonly _tag: "Number"; readonly query: string; readonly more: JsonPointer | null }

export type CursorPlace = { readonly _tag: "Query"; readonly name: string } | { readonly _tag: "Body"; readonly pointer: JsonPointer }

export const pagingOf = ({ more, next, next_body, next_item, next_page, next_query }: HttpSetting): Paging => {
  const into: CursorPlace | undefined = next_query === undefined
    ? next_body === undefined ? undefined : { _tag: "Body", pointer: next_body }
    : { _tag: "Query", name: next_query }
  if (next_page !== undefined) return { _tag: "Number", query: next_page, more: more ?? null }
  if (next_item !== undefined && more !== undefined && into !== undefined) return { _tag: "LastItem", item: next_item, more, into }
  if (next === undefined) return { _tag: "One" }
  return into === undefined ? { _tag: "Address", next } : { _tag: "Cursor", next, into }
}
