import { Redacted } from "effect"
import { type Complaint, type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { type DayValues, fill, variablesIn } from "../Domain/Template.ts"
import { secretsOfAddress, secretsOfHeader } from "../Logging/AddressSecrets.ts"
import type { AmountSource } from "./AmountSource.ts"
import type { Variables } from "./AmountSource/AskingMembers.ts"
import { passedOn } from "./AmountSource/Command.ts"
import { textsIn } from "./AmountSource/Decoding.ts"
import type { RequestTexts } from "./AmountSource/Http.ts"

/** The addresses of proxies may have a password. */
const secretsOfProxies = (variables: Variables): ReadonlyArray<string> =>
  Object.entries(variables).flatMap(([name, value]) => /^https?_proxy$/i.test(name) ? secretsOfAddress(value) : [])

/** The texts of a source that may name variables, each with its field. */
const placesOf = (source: AmountSource): ReadonlyArray<readonly [field: string, text: string]> => {
  if (source.kind === "sql") return [["url", Redacted.value(source.url)]]
  if (source.kind !== "http") return []
  const { body, headers, url } = Redacted.value(source.request)
  return [
    ["url", url],
    ...Object.entries(headers).map(([name, text]) => [`headers.${name}`, text] as const),
    ...textsIn(body).map((text) => ["body", text] as const)
  ]
}

/** Every variable that a source names, or gets in any case. */
export const namesIn = (
  source: AmountSource
): ReadonlyArray<string> =>
  source.kind === "command" ? [...passedOn, ...source.env] : [...new Set(placesOf(source).flatMap(([, text]) => variablesIn(text)))]

/** A value, and each of its words that is long enough to be a secret of its own. */
const withWords = (value: string): ReadonlyArray<string> => [value, ...value.split(/\s+/).filter((word) => word.length >= 8)]

/** Credentials in the query of an address. The path names resources: random text in it is no credential. */
const secretsOfQuery = (url: string): ReadonlyArray<string> =>
  URL.canParse(url) ? secretsOfAddress(`${new URL(url).origin}/${new URL(url).search}`) : []

/** What no output may show: the values of variables, and credentials that the texts themselves contain. */
export const secretsInSource = (source: AmountSource): ReadonlyArray<string> => {
  if (source.kind === "command") {
    const variables = Redacted.value(source.place.variables)
    return [...source.env.flatMap((name) => withWords(variables[name] ?? "")), ...secretsOfProxies(variables)]
  }
  if (source.kind !== "sql" && source.kind !== "http") return []
  const variables = Redacted.value(source.variables)
  const values = Object.values(variables).flatMap(withWords)
  if (source.kind === "sql") return [...values, ...secretsOfAddress(databaseOf(source.url, variables))]
  const texts = Redacted.value(source.request)
  const headers = Object.entries(headersOf(texts, variables)).flatMap(([name, value]) => secretsOfHeader(name, value))
  return [...values, ...secretsOfQuery(urlOf(texts.url, {}, variables)), ...headers]
}

/**
 * The address as it is sent. The day's values are percent-encoded, because a receiver reads a bare `+08:00` with a space. A
 * variable is encoded in the query only: before the query it may be a host or a path.
 */
export const urlOf = (url: string, days: DayValues, variables: Variables): string =>
  fill(url, {
    day: (name) => encodeURIComponent(days[name] ?? ""),
    variable: (name, before) => before.includes("?") ? encodeURIComponent(variables[name] ?? "") : variables[name] ?? ""
  })

const plainly = (text: string, days: DayValues, variables: Variables): string =>
  fill(text, { day: (name) => days[name] ?? "", variable: (name) => variables[name] ?? "" })

/** The headers as they are sent, by their names in lower case. Braces in them are text. */
export const headersOf = ({ headers }: RequestTexts, variables: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [
    name.toLowerCase(),
    fill(text, { day: (name) => `{${name}}`, variable: (name) => variables[name] ?? "" })
  ]))

/** A body with its texts filled in. A JSON body is encoded afterwards, so that no value can end the string that contains it. */
export const bodyOf = (body: unknown, days: DayValues, variables: Variables): unknown => {
  if (typeof body === "string") return plainly(body, days, variables)
  if (Array.isArray(body)) return body.map((each: unknown) => bodyOf(each, days, variables))
  return typeof body === "object" && body !== null
    ? Object.fromEntries(Object.entries(body).map(([key, each]: [string, unknown]) => [key, bodyOf(each, days, variables)]))
    : body
}

/** The address of a till's database, in which a dollar begins a variable. */
export const databaseOf = (url: Redacted.Redacted, variables: Variables): string =>
  fill(Redacted.value(url), { day: (name) => `{${name}}`, variable: (name) => variables[name] ?? "" })

/** Headers that belong to the connection or to reading the response. */
const ownHeaders = /^(?:accept-encoding|connection|content-length|host|transfer-encoding|te|upgrade)$/

const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

const isCallable = (url: string): boolean => {
  if (!URL.canParse(url) || url !== url.trim()) return false
  const { hash, password, protocol, username } = new URL(url)
  return /^https?:$/.test(protocol) && username === "" && password === "" && hash === ""
}

const requestFaults = (texts: RequestTexts, variables: Variables): ReadonlyArray<readonly [string, Complaint]> => [
  ...(isCallable(urlOf(texts.url, {}, variables))
    ? []
    : [
      [
        "url",
        saying("source_address",
          "expected an http(s) address without a name, a password and #, got something else (not shown: it may have a secret)")
      ] as const
    ]),
  ...Object.entries(headersOf(texts, variables)).flatMap(([name, value]) =>
    headerName.test(name) && !ownHeaders.test(name) && headerValue.test(value)
      ? []
      : [
        [
          `headers.${name}`,
          saying("header", "expected a header that a request can have, got something else (not shown: it may have a secret)")
        ] as const
      ]
  )
]

const unset = (name: string): Complaint => saying("variable", `expected the environment variable ${name} to be set, got nothing`, { name })

/** The faults in a source's texts and in the variables that they name. Fields are relative to `amount_source`. */
export const faultsOfTexts = (source: AmountSource, variables: Variables): ReadonlyArray<Fault> => {
  if (source.kind === "command") {
    return source.env.filter((name) => variables[name] === undefined).map((name) => faultAt("env", unset(name)))
  }
  const lacking = placesOf(source).flatMap(([field, text]) =>
    variablesIn(text).filter((name) => variables[name] === undefined)
      .map((name) => faultAt(field, unset(name)))
  )
  if (lacking.length > 0 || source.kind !== "http") return lacking
  return requestFaults(Redacted.value(source.request), variables).map(([field, about]) => faultAt(field, about))
}
