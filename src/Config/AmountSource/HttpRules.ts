import { type Complaint, saying } from "../../Codes/Fault.ts"
import { shown } from "../../Domain/Expectation.ts"
import { memberOf } from "../../Json/JsonPointer.ts"
import { isObject } from "./Decoding.ts"
import type { HttpSetting } from "./Http.ts"

/** Whether the query of an address already has that name. */
const hasQuery = (url: string, name: string): boolean =>
  (url.split("?")[1] ?? "").split("&").some((pair) => pair.split("=")[0] === name || pair.split("=")[0] === encodeURIComponent(name))

const needs = (...names: ReadonlyArray<string>): Complaint =>
  saying("goes_with", `expected together with ${names.join(" or ")}`, { names: names.join(" ") })

const excludes = (...names: ReadonlyArray<string>): Complaint =>
  saying("goes_without", `expected without ${names.join(" and ")}`, { names: names.join(" ") })

/** Faults of members that are valid one by one but not together. */
export const httpFaults = (decoded: HttpSetting): ReadonlyArray<readonly [keyof HttpSetting, Complaint]> => {
  const { body, items, method, more, next, next_body, next_item, next_page, next_query, url } = decoded
  const has = (value: unknown) => value !== undefined
  const faults: Array<readonly [keyof HttpSetting, Complaint]> = []
  const pagings = ([["next", next], ["next_item", next_item], ["next_page", next_page]] as const).filter(([, value]) => has(value))
  const [first, ...others] = pagings.map(([name]) => name)
  if (first !== undefined && others.length > 0) faults.push([first, excludes(...others)])
  if (first !== undefined && !has(items)) faults.push([first, needs("items")])
  if (has(next_query) && has(next_body)) faults.push(["next_query", excludes("next_body")])
  for (const name of ["next_query", "next_body"] as const) {
    if (has(decoded[name]) && !has(next) && !has(next_item)) faults.push([name, needs("next", "next_item")])
  }
  if (has(next_item) && !has(next_query) && !has(next_body)) faults.push(["next_item", needs("next_query", "next_body")])
  if (has(next_item) && !has(more)) faults.push(["next_item", needs("more")])
  if (has(more) && !has(next_item) && !has(next_page)) faults.push(["more", needs("next_item", "next_page")])
  for (const name of ["negate", "only", "skip", "empty"] as const)
    if (has(decoded[name]) && !has(items)) faults.push([name, needs("items")])
  if (method === "GET" && has(body)) faults.push(["body", excludes("\"method\": \"GET\"")])
  for (const name of ["next_query", "next_page"] as const) {
    const query = decoded[name]
    if (query !== undefined && hasQuery(url, query)) {
      faults.push([name, saying("one_only", `expected a parameter that url does not have, got ${shown(query)}`)])
    }
  }
  if (next_body !== undefined) {
    const parent = next_body.slice(0, -1).reduce(memberOf, body)
    if (next_body.length === 0 || !isObject(parent)) faults.push(["next_body", needs("a JSON object at its place in body")])
  }
  return faults
}
