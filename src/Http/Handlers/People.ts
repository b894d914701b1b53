import { HttpApiBuilder } from "@effect/platform"
import type { DateTime } from "effect"
import { Clock, Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { NewInvitation, NewRole, NewToken } from "../../Api/People.ts"
import { ShopClock } from "../../Clock.ts"
import { Config } from "../../Config.ts"
import { dateOf, startOfDay } from "../../Domain/Calendar.ts"
import { complaint, expectedGot } from "../../Domain/Expectation.ts"
import { faultAt, saying } from "../../Domain/Fault.ts"
import { addDays } from "../../Domain/LocalDate.ts"
import { masterName, nameOf } from "../../Domain/Person.ts"
import { type NameTaken, People } from "../../People.ts"
import type { SessionRow, TokenRow } from "../../People/Store.ts"
import { readJson } from "../Body.ts"
import { instantAt, instantOrNull } from "../Views.ts"

const tokenView = (row: TokenRow, now: number, zone: DateTime.TimeZone) => ({
  id: row.id,
  name: row.name,
  role: row.role,
  state: row.revoked_at !== null
    ? "revoked" as const
    : row.expires_at !== null && row.expires_at <= now
    ? "expired" as const
    : "active" as const,
  has_secret: row.has_secret === 1,
  created_at: instantAt(row.created_at, zone),
  created_by: row.created_by,
  expires_at: instantOrNull(row.expires_at, zone),
  last_used_at: instantOrNull(row.last_used_at, zone),
  revoked_at: instantOrNull(row.revoked_at, zone),
  sessions: Number(row.sessions)
})

const sessionView = (row: SessionRow, current: number | null, zone: DateTime.TimeZone) => ({
  id: row.id,
  name: row.name ?? masterName,
  role: row.role ?? "admin" as const,
  token_id: row.token_id,
  device: row.device,
  created_at: instantAt(row.created_at, zone),
  last_used_at: instantAt(row.last_used_at, zone),
  expires_at: instantAt(row.expires_at, zone),
  current: row.id === current
})

const nameTaken = ({ name, role }: NameTaken) => {
  const message = `expected a name that no other token has, got ${name}, which has the role ${role}`
  const errors = [faultAt("name", saying("name_taken", message, { name, role }))]
  return Errors.NameTaken.make({ detail: Errors.sentences(errors), errors })
}

const noToken = (id: number) =>
  Errors.notFound(faultAt("id", saying("valid_token", expectedGot("a token that is not revoked", id), { id })))

const noSession = (id: number) =>
  Errors.notFound(faultAt("id", saying("open_session", expectedGot("a session that has not ended", id), { id })))

const done = (missing: (id: number) => typeof Errors.NotFound.Type, id: number) => (was: boolean) =>
  was ? Effect.succeed({ ok: true as const }) : Effect.fail(missing(id))

export const layer = HttpApiBuilder.group(Api, "people", (handlers) =>
  Effect.gen(function*() {
    const people = yield* People
    const clock = yield* ShopClock
    const config = yield* Config
    const view = (row: TokenRow) => Effect.map(Clock.currentTimeMillis, (now) => tokenView(row, now, clock.zone))
    const noted = (what: string, fields: Record<string, unknown>) =>
      Effect.flatMap(CurrentPerson,
        (person) => Effect.annotateLogs(Effect.logInfo(what), { service: "people", by: nameOf(person), ...fields }))

    return handlers
      .handle("tokens", () => Effect.map(Effect.flatMap(people.tokens, Effect.forEach(view)), (items) => ({ items })))
      .handleRaw("createToken", () =>
        Effect.gen(function*() {
          const { expires_on, name, role } = yield* readJson(NewToken)
          const today = dateOf(yield* clock.now)
          if (expires_on !== undefined && expires_on < today) {
            const fault = complaint("date_from", `a date from ${today} on`, expires_on, { first: today })
            return yield* Effect.fail(Errors.invalidRequest([faultAt("expires_on", fault)]))
          }
          const { secret, token } = yield* people.createToken({
            name,
            role,
            by: nameOf(yield* CurrentPerson),
            expiresAt: expires_on === undefined ? null : startOfDay(addDays(expires_on, 1), clock.zone).epochMillis
          })
          yield* noted("token created", { name, role })
          return { ok: true as const, token: yield* view(token), secret: Redacted.value(secret) }
        }).pipe(Effect.catchTag("NameTaken", (refused) => Effect.fail(nameTaken(refused)))))
      .handleRaw("changeRole", ({ path: { id } }) =>
        Effect.gen(function*() {
          const { role } = yield* readJson(NewRole)
          const changed = yield* people.changeRole(id, role)
          if (Option.isNone(changed)) return yield* Effect.fail(noToken(id))
          yield* noted("role changed", { name: changed.value.name, role })
          return { ok: true as const, token: yield* view(changed.value) }
        }))
      .handle("revokeToken", ({ path: { id } }) =>
        Effect.flatMap(people.revokeToken(id), done(noToken, id)).pipe(Effect.zipLeft(noted("token revoked", { token: id }))))
      .handleRaw("invite", () =>
        Effect.gen(function*() {
          const { name, role } = yield* readJson(NewInvitation)
          const { code, expiresAt, token } = yield* people.invite({ name, role, by: nameOf(yield* CurrentPerson) })
          yield* noted("person invited", { name, role })
          const { publicUrl } = yield* config.current
          const text = Redacted.value(code)
          return {
            ok: true as const,
            token: yield* view(token),
            code: text,
            // A phone may not be able to open the address that the manager has opened.
            link: `${publicUrl ?? ""}/join#${text}`,
            expires_at: instantAt(expiresAt, clock.zone)
          }
        }).pipe(Effect.catchTag("NameTaken", (refused) => Effect.fail(nameTaken(refused)))))
      .handle("sessions", () =>
        Effect.gen(function*() {
          const { session } = yield* CurrentPerson
          return { items: (yield* people.sessions).map((row) => sessionView(row, session, clock.zone)) }
        }))
      .handle("endSession", ({ path: { id } }) =>
        Effect.flatMap(people.endSession(id), done(noSession, id)).pipe(
          Effect.zipLeft(noted("session ended", { session: id }))
        ))
  }))
