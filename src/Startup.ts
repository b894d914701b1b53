import { HttpServer, HttpServerError } from "@effect/platform"
import { SqlError } from "@effect/sql"
import { Cause, Effect, Option, Redacted } from "effect"
import { existsSync } from "node:fs"
import { Config } from "./Config.ts"
import { weaknessOf } from "./Config/AdminToken.ts"
import { Environment } from "./Config/Environment.ts"
import { InvalidConfig } from "./Config/InvalidConfig.ts"
import { addressesAt, isOpenToNetwork, openProxyTrust } from "./Config/Network.ts"
import { defaultName } from "./Config/Settings.ts"
import { DatabaseUnavailable, unusable } from "./Database/DatabaseUnavailable.ts"
import { placeOf } from "./Database/DatabaseUrl.ts"
import { kindOf } from "./Database/Postgres/Failure.ts"
import { FirstSetup } from "./Http/Access/FirstSetup.ts"
import { LogFileUnwritable } from "./Logging/LogFile.ts"
import { print, standardError } from "./Logging/StandardStream.ts"
import { buildVersion as version } from "./Package.ts"
import { greetingIn } from "./Startup/Greeting.ts"
import { setupAddress } from "./Startup/SetupAddress.ts"
import { languageOfTerminal } from "./Startup/TerminalLanguage.ts"

/** Logs and prints the dashboard's address once the page can be opened. */
export const greet = Effect.gen(function*() {
  const { adminToken, allowedHosts, databaseUrl, host, trustedProxies, warnings } = yield* Environment
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "TcpAddress" ? address.port : 0
  const shown = isOpenToNetwork(host) ? "localhost" : host.includes(":") ? `[${host}]` : host
  for (const weak of [...warnings, openProxyTrust(host, trustedProxies), Option.getOrUndefined(Option.map(adminToken, weaknessOf))])
    if (weak !== undefined) yield* Effect.annotateLogs(Effect.logWarning(weak), { service: "main" })
  const { code } = yield* FirstSetup
  const { language, publicUrl, shopName } = yield* (yield* Config).current
  const here = `http://${shown}:${port}/`
  const isContainer = ["/.dockerenv", "/run/.containerenv"].some((path) => existsSync(path))
  const phones = shown === "localhost" && !isContainer ? addressesAt(port).phones : []
  // A program that waits for the address, and a log, get the English lines.
  const lines = greetingIn(process.stdout.isTTY ? language ?? languageOfTerminal(process.env) : "en", {
    version,
    address: here,
    phones,
    isSetUp: shopName !== defaultName,
    isLog: !process.stdout.isTTY,
    setup: Option.getOrUndefined(Option.map(code, (secret) => (machine: string) =>
      setupAddress({
        code: Redacted.value(secret),
        address: here,
        phones,
        publicUrl,
        allowedHosts,
        machine: isContainer ? machine : undefined
      })))
  })
  yield* Effect.logInfo("ready").pipe(Effect.annotateLogs({ service: "main", version, host, port, database: placeOf(databaseUrl) }))
  yield* Effect.forkDaemon(
    Effect.catchTag(print([...lines, ""].join("\n")), "Unprintable", ({ message }) => Effect.logWarning(message))
  )
})

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "an unknown fault"

const portOf = (cause: unknown): string => typeof cause === "object" && cause !== null && "port" in cause ? String(cause.port) : "of PORT"

/** The host on which no process of this machine can listen, with the system's code. */
const otherMachine = (cause: unknown): string | undefined => {
  const { address, code, hostname } = cause as { readonly address?: string; readonly code?: string; readonly hostname?: string }
  return code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN" ? `${hostname ?? address} (${code})` : undefined
}

const sentencesOf = (error: unknown): string => {
  if (error instanceof InvalidConfig || error instanceof DatabaseUnavailable || error instanceof LogFileUnwritable) return error.message
  if (error instanceof HttpServerError.ServeError) {
    const elsewhere = otherMachine(error.cause)
    if (elsewhere !== undefined) return `HOST: expected an address of this machine, such as 0.0.0.0, :: or 127.0.0.1, got ${elsewhere}`
    const code = codeOf(error.cause)
    const taken = code === "EADDRINUSE" ? `: another program listens on port ${portOf(error.cause)}, stop it or set another PORT` : ""
    return `PORT, HOST: expected an address that is free to listen on, got ${code}${taken}`
  }
  if (error instanceof SqlError.SqlError && kindOf(error) !== "refused") return unusable(error.message).message
  return `internal: ${Cause.pretty(Cause.die(error))}`
}

/** Prints why the service could not start: a line for each fault. A fault that the operator can fix has no stack. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Cause.isInterruptedOnly(cause) ? Effect.void : Effect.sync(() => standardError.write(`${sentencesOf(Cause.squash(cause))}\n`))

const signals = ["SIGINT", "SIGTERM"] as const

const repeatMillis = 1000

const ignore = () => undefined

/**
 * One stop may signal the process several times: from the terminal, from npm, and from the parent of npm. A second signal
 * ends the process at once, so signals that repeat the first within a second are ignored.
 */
export const ignoreRepeatedSignals = (): void => {
  const onFirst = () => {
    for (const signal of signals) {
      process.off(signal, onFirst)
      process.on(signal, ignore)
    }
    setTimeout(() => {
      for (const signal of signals) process.off(signal, ignore)
    }, repeatMillis).unref()
  }
  for (const signal of signals) process.on(signal, onFirst)
}
