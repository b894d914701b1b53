import { HttpApp, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { sessionMillis } from "../../People/Expiry.ts"

const plainName = "turnover"
/** Browsers accept this name only over TLS, and only from this host. */
const secureName = `__Host-${plainName}`

const values = new RegExp(`(?:^|;)\\s*(${secureName}|${plainName})=([^;\\s]*)`, "g")

/** The session's cookie in a `Cookie` header. If both names are present, the TLS one counts. */
export const sessionCookie = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  let plain: string | undefined
  for (const [, name, value] of header.matchAll(values)) {
    if (name === secureName) return value
    plain ??= value
  }
  return plain === "" ? undefined : plain
}

const options = (secure: boolean) => ({ path: "/", httpOnly: true, sameSite: "strict", secure }) as const

const changing = (change: (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse) =>
  HttpApp.appendPreResponseHandler((_request, response) => Effect.succeed(change(response)))

export const keepSession = (value: string, secure: boolean) =>
  changing(HttpServerResponse.unsafeSetCookie(secure ? secureName : plainName, value, { ...options(secure), maxAge: sessionMillis }))

/** Deletes a session's cookie in the browser, under both names. */
export const dropSession = changing((response) =>
  response.pipe(
    HttpServerResponse.unsafeSetCookie(plainName, "", { ...options(false), maxAge: 0 }),
    HttpServerResponse.unsafeSetCookie(secureName, "", { ...options(true), maxAge: 0 })
  )
)
