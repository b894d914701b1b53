import { Effect } from "effect"
import { jsonBody, raw, rawAdmin, type RawRequest } from "./HttpService.ts"

/** Creates a named token, and returns its secret and id. */
export const createToken = (name: string, role: string, more: Record<string, unknown> = {}) =>
  Effect.map(rawAdmin("/api/admin/tokens", { ...jsonBody({ name, role, ...more }), method: "POST" }), (answer) => {
    const { secret, token } = answer.json() as { secret: string; token: { id: number } }
    return { answer, secret, id: token?.id }
  })

/** A request with a named token. */
export const withToken = (secret: string, path: string, request: RawRequest = {}) =>
  raw(path, { ...request, headers: { "x-admin-token": secret, ...request.headers } })

/** The session cookie in a response, with its attributes. */
export const setCookieOf = (headers: { readonly "set-cookie"?: ReadonlyArray<string> | undefined }): string =>
  headers["set-cookie"]?.[0] ?? ""

/** The session cookie in the form in which a browser sends it back. */
export const cookieOf = (headers: { readonly "set-cookie"?: ReadonlyArray<string> | undefined }): string =>
  setCookieOf(headers).split(";", 1)[0] ?? ""

export const signIn = (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const request = jsonBody(body)
  return raw("/api/session", { ...request, method: "POST", headers: { ...request.headers, ...headers } })
}

/** A signed-in device: it sends its cookie, as the service's own page does. */
export const device = (body: Record<string, unknown>) =>
  Effect.map(signIn(body), (answer) => {
    const cookie = cookieOf(answer.headers)
    return {
      cookie,
      session: Number(answer.json()["session"]),
      ask: (path: string, request: RawRequest = {}) =>
        raw(path, { ...request, headers: { cookie, "sec-fetch-site": "same-origin", ...request.headers } })
    }
  })
