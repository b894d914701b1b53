import { HttpApiBuilder, HttpServerRequest } from "@effect/platform"
import { Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { invalidRequest, NotWritten, SetupClosed } from "../../Api/Errors.ts"
import { NewShop, NewShopAsked } from "../../Api/NewShop.ts"
import { Secrets } from "../../Logging/Secrets.ts"
import { People } from "../../People.ts"
import { type Answers, faultsOf, isOwn } from "../../Setup/Answers.ts"
import { machineZone, placeAt } from "../../Setup/Place.ts"
import { Attempts } from "../Access/Attempts.ts"
import { isSameOrigin, isSecure, keepSession } from "../Access/Browser.ts"
import { FirstSetup } from "../Access/FirstSetup.ts"
import { Gate, unauthorized } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { invalidConfig } from "./Settings.ts"

const closed = Effect.fail(
  SetupClosed.make({
    detail: "set-up: expected a shop without ADMIN_TOKEN, figures and people, and a start since; this one is set up, or not to be"
  })
)

const textIn = (value: unknown): string | null => typeof value === "string" && value !== "" ? value : null

const answersOf = (
  asked: typeof NewShop.Type,
  { locale, zone }: { readonly locale: string; readonly zone: string }
): Answers => ({
  shopName: asked.shop_name,
  cutoff: asked.cutoff_time,
  dayStart: asked.day_starts_at,
  closed: asked.closed_weekdays,
  withoutFigure: asked.without_figure,
  usual: asked.usual ?? null,
  chat: undefined,
  zone,
  currency: asked.currency,
  language: asked.language,
  locale,
  password: asked.password
})

export const layer = HttpApiBuilder.group(Api, "newShop", (handlers) =>
  Effect.gen(function*() {
    const attempts = yield* Attempts
    const gate = yield* Gate
    const people = yield* People
    const setup = yield* FirstSetup
    const { register } = yield* Secrets

    /** Reads the body of a page of this service that has the code. A code that is wrong, or was valid once, opens nothing. */
    const admitted = <A extends { readonly code: string }, I>(schema: Parameters<typeof readJson<A, I>>[0]) =>
      Effect.gen(function*() {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        if (isSameOrigin(headers) !== true) return yield* gate.crossSite
        if (!setup.isOpen()) return yield* closed
        yield* attempts.allowed
        const asked = yield* readJson(schema)
        yield* attempts.allowed
        if (yield* setup.isRight(asked.code)) return { asked, headers }
        return yield* Effect.zipRight(attempts.wrong("set-up code"), unauthorized)
      })

    const known = Effect.mapError(setup.known, invalidConfig).pipe(
      Effect.flatMap(Option.match({ onNone: () => closed, onSome: Effect.succeed }))
    )

    return handlers
      .handleRaw("proposeShop", () =>
        Effect.gen(function*() {
          const { asked } = yield* admitted(NewShopAsked)
          const { fixedZone, members, zone: ofMachine } = yield* known
          const zone = fixedZone ?? machineZone(asked.time_zone ?? "UTC") ?? ofMachine ?? null
          const place = zone === null ? undefined : placeAt(zone, asked.language)
          return {
            ok: true as const,
            shop_name: isOwn(members) ? textIn(members["shop_name"]) : null,
            cutoff_time: textIn(members["cutoff_time"]) ?? "23:00",
            closed_weekdays: Array.isArray(members["closed_weekdays"]) ? members["closed_weekdays"].map(String) : [],
            time_zone: zone,
            time_zone_is_set: fixedZone !== undefined,
            currency: (isOwn(members) ? textIn(members["currency"]) : null) ?? place?.currency ?? null,
            refused_currency: place?.refused ?? null
          }
        }))
      .handleRaw("setUpShop", () =>
        Effect.gen(function*() {
          const { asked, headers } = yield* admitted(NewShop)
          return yield* setup.alone(Effect.gen(function*() {
            const before = yield* known
            const zone = before.fixedZone ?? asked.time_zone
            const answers = answersOf(asked, placeAt(zone, asked.language))
            const faults = faultsOf(before.members, answers)
            if (faults.length > 0) return yield* Effect.fail(invalidRequest(faults))
            const password = Redacted.make(asked.password)
            yield* register(password)
            const { left } = yield* setup.write(before, answers)
            if (left !== undefined) {
              const { because: { found, why }, file, lines } = left
              return yield* Effect.fail(NotWritten.make({
                detail: `${file}: expected a file that this service may replace, got one that it may not (${why}: ${found})`,
                file,
                lines: lines.map((line) => line.replace(/^(\s*ADMIN_TOKEN=).*/, "$1…"))
              }))
            }
            // The files are written, so the next start has the password, whatever becomes of this session.
            yield* Effect.ensuring(
              Effect.gen(function*() {
                const secure = isSecure(headers)
                const { cookie } = yield* people.signInFirst(password, { device: headers["user-agent"] ?? "", secure })
                yield* keepSession(Redacted.value(cookie), secure, people.cookieId())
                yield* Effect.annotateLogs(Effect.logInfo("the shop is set up"), { service: "http" })
              }),
              setup.end
            )
            return { ok: true as const }
          }))
        }))
  }))
