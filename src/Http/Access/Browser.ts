import { HttpApp, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { sessionMillis } from "../../People/Expiry.ts"

/**
 * The names of the session's cookie, the strongest first. Each host has one set of cookies for all of its paths and ports, so a name
 * ends with the id of the installation. Browsers accept `__Host-` only over TLS, and only from this host.
 */
const namesOf = (id: string | undefined): ReadonlyArray<string> => id === undefined ? [] : [`__Host-turnover-${id}`, `turnover-${id}`]

const nameOf = (id: string | undefined, secure: boolean): string => namesOf(id)[secure ? 0 : 1] ?? ""

/** The session's cookie in a `Cookie` header, by its strongest name. */
export const sessionCookie = (header: string | undefined, id: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const values = new Map<string, string>()
  for (const pair of header.split(";")) {
    const [name = "", value = ""] = pair.trim().split("=", 2)
    if (!values.has(name)) values.set(name, value)
  }
  const name = namesOf(id).find((each) => values.has(each))
  return name === undefined ? undefined : values.get(name) || undefined
}

const options = (secure: boolean) => ({ path: "/", httpOnly: true, sameSite: "strict", secure }) as const

const changing = (change: (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse) =>
  HttpApp.appendPreResponseHandler((_request, response) => Effect.succeed(change(response)))

export const keepSession = (value: string, secure: boolean, id: string | undefined) =>
  changing(HttpServerResponse.unsafeSetCookie(nameOf(id, secure), value, { ...options(secure), maxAge: sessionMillis }))

/** Deletes a session's cookie in the browser, under this installation's names, which it has since its first session. */
export const dropSession = (id: string | undefined) =>
  id === undefined ? Effect.void : changing((response) =>
    response.pipe(
      HttpServerResponse.unsafeSetCookie(nameOf(id, false), "", { ...options(false), maxAge: 0 }),
      HttpServerResponse.unsafeSetCookie(nameOf(id, true), "", { ...options(true), maxAge: 0 })
    )
  )

type Headers = Readonly<Record<string, string | undefined>>

/** The hosts that the request asks for. A proxy may pass the browser's on in another header. */
const hostsOf = (headers: Headers): ReadonlyArray<string> =>
  [headers["host"], headers["x-forwarded-host"]].flatMap((host) => (host === undefined ? [] : [host]))

/** A browser leaves the usual port out of `Origin`, where a proxy may write it into `Host`. */
const isOrigin = (origin: string) => (host: string): boolean => {
  const { host: expected, protocol } = new URL(origin)
  const own = `${protocol}//${host}`
  return expected !== "" && URL.canParse(own) && new URL(own).host === expected
}

/**
 * Whether a page of this service made its browser send the request. A page cannot forge `Sec-Fetch-Site`; browsers without it send
 * `Origin` with every change. undefined if the request has neither: the client is no browser.
 */
export const isSameOrigin = (headers: Headers): boolean | undefined => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = headers["origin"]
  if (origin === undefined) return undefined
  return URL.canParse(origin) && hostsOf(headers).some(isOrigin(origin))
}

const longestHeader = 100

const shownHeader = (text: string): string => JSON.stringify(text.slice(0, longestHeader))

/** Why `isSameOrigin` is not true, for the person whose proxy rewrites the host. */
export const otherOrigin = (headers: Headers): string => {
  const { origin, "sec-fetch-site": site } = headers
  if (site !== undefined)
    return `origin: expected a page of this service to send this, got one of another site (Sec-Fetch-Site: ${shownHeader(site)})`
  if (origin === undefined)
    return "origin: expected a page of this service to send this with its cookie, got neither Origin nor Sec-Fetch-Site"
  return `origin: expected a page of this service, which this request asks for as ${
    hostsOf(headers).map(shownHeader).join(" and ")
  }, got one of ${
    shownHeader(origin)
  }; if that is this service behind a proxy, let the proxy pass Host on (in nginx: proxy_set_header Host $http_host)`
}

/** Whether the browser uses TLS, to the service or to a proxy in front of it. A client with a false header harms only itself. */
export const isSecure = (headers: Headers): boolean =>
  /^https\b/i.test(headers["x-forwarded-proto"] ?? "") || headers["origin"]?.startsWith("https:") === true
