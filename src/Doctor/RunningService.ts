import { Effect, Option, Redacted, Schema } from "effect"
import { get } from "node:http"
import { inTwoSeconds } from "../Concurrency/Deadline.ts"
import type { Environment } from "../Config/Environment.ts"

const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"])

type Settings = Pick<typeof Environment.Service, "adminToken" | "allowedHosts" | "host" | "port">

/** What `/api/health` on the service's own port answers; none while the port is closed. */
export const askHealth = ({ allowedHosts, host, port }: Omit<Settings, "adminToken">, headers: Readonly<Record<string, string>> = {}) =>
  inTwoSeconds(Effect.async<{ readonly status: number; readonly body: string }, Error>((resume) => {
    const [allowed = "127.0.0.1"] = allowedHosts ?? []
    const request = get({
      host: everyAddress.has(host) ? "127.0.0.1" : host,
      port,
      path: "/api/health",
      headers: { ...headers, host: allowed }
    }, (response) => {
      let body = ""
      response.setEncoding("utf8").on("data", (text: string) => {
        body += text
      })
      response.on("error", (error) => resume(Effect.fail(error)))
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, body })))
    })
    request.on("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => request.destroy())
  }))

const Told = Schema.parseJson(Schema.Struct({
  status: Schema.Literal("ok", "degraded", "down"),
  /** A private service lists them for who may read its figures. */
  problems: Schema.optional(Schema.Array(Schema.Struct({ message: Schema.String })))
}))

/** The health of the running service of this machine; none if none runs. The token is sent only where the list needs one. */
export const runningHealth = Effect.fnUntraced(function*(settings: Settings) {
  const toldTo = (headers: Readonly<Record<string, string>>) =>
    Effect.map(askHealth(settings, headers), Option.flatMap(({ body }) => Schema.decodeUnknownOption(Told)(body)))
  const told = yield* toldTo({})
  if (Option.isNone(told) || told.value.problems !== undefined || Option.isNone(settings.adminToken)) return told
  return Option.orElse(yield* toldTo({ "x-admin-token": Redacted.value(settings.adminToken.value) }), () => told)
})
