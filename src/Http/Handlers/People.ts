import { HttpApiBuilder } from "@effect/platform"
import type { DateTime } from "effect"
import { Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { NewInvitation, NewRole, NewToken, ScreenApproval } from "../../Api/People.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt, saying } from "../../Codes/Fault.ts"
import { Config } from "../../Config.ts"
import { instantAt, instantOrNull } from "../../Domain/Calendar.ts"
import { expectedGot } from "../../Domain/Fault.ts"
import { masterName, nameOf, type Requester } from "../../Domain/Person.ts"
import type { RightLost } from "../../Domain/Refusal.ts"
import { wallDate } from "../../Domain/WallClock.ts"
import { type NameTaken, People, type Session, type Token } from "../../People.ts"
import { endOfLastDay } from "../../People/Expiry.ts"
import { lostRight } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"

const tokenView = (row: Token, zone: DateTime.TimeZone) => ({
  id: row.id,
  name: row.name,
  role: row.role,
  state: row.state,
  has_secret: row.has_secret === 1,
  created_at: instantAt(row.created_at, zone),
  expires_at: instantOrNull(row.expires_at, zone),
  last_used_at: instantOrNull(row.last_used_at, zone),
  sessions: Number(row.sessions)
})

const sessionView = (row: Session, current: number | null, zone: DateTime.TimeZone) => ({
  id: row.id,
  name: row.name ?? masterName,
  role: row.role ?? "admin" as const,
  token_id: row.token_id,
  device: row.device,
  created_at: instantAt(row.created_at, zone),
  last_used_at: instantAt(row.last_used_at, zone),
  expires_at: instantAt(row.expiresAt, zone),
  current: row.id === current
})

const nameTaken = ({ asked, name, role }: NameTaken) => {
  const fault = asked === name
    ? saying("name_taken", `expected a name that no other token has, got ${name}, which has the role ${role}`, { name, role })
    : saying("name_alike", `expected a name that looks like no other token's, got ${asked}, which looks like ${name} with the role ${role}`,
      {
        name: asked,
        taken: name,
        role
      })
  return Errors.NameTaken.make(Errors.listing([faultAt("name", fault)]))
}

const noToken = (id: number) =>
  Errors.notFound(faultAt("id", saying("valid_token", expectedGot("a token that is not revoked", id), { id })))

const noSession = (id: number) =>
  Errors.notFound(faultAt("id", saying("open_session", expectedGot("a session that has not ended", id), { id })))

const noInvitation = (id: number) =>
  Errors.notFound(faultAt("id", saying("open_invitation", expectedGot("an invitation that is open", id), { id })))

const screenEnded = Errors.InvitationEnded.make({
  detail: "code: expected one that a screen of this service shows now, got one that was used, has expired or is of another service"
})

const done = (missing: (id: number) => typeof Errors.NotFound.Type, id: number) => (was: boolean) =>
  was ? Effect.succeed({ ok: true as const }) : Effect.fail(missing(id))

export const layer = HttpApiBuilder.group(Api, "people", (handlers) =>
  Effect.gen(function*() {
    const people = yield* People
    const clock = yield* ShopClock
    const config = yield* Config
    const view = (row: Token) => tokenView(row, clock.zone)
    const ending = (change: (by: Requester) => Effect.Effect<boolean, RightLost>) =>
      Effect.catchAll(Effect.flatMap(CurrentPerson, change), lostRight)
    const noted = (what: string, fields: Record<string, unknown>) =>
      Effect.flatMap(CurrentPerson,
        (person) => Effect.annotateLogs(Effect.logInfo(what), { service: "people", by: nameOf(person), ...fields }))

    return handlers
      .handle("tokens", () => Effect.map(people.tokens, (rows) => ({ items: rows.map(view) })))
      .handleRaw("createToken", () =>
        Effect.gen(function*() {
          const { expires_on, name, role } = yield* readJson(NewToken)
          const expiresAt = expires_on === undefined ? null : yield* Effect.mapError(
            endOfLastDay(expires_on, wallDate(yield* clock.now), clock.zone),
            (about) => Errors.invalidRequest([faultAt("expires_on", about)])
          )
          const { secret, token } = yield* people.createToken({ name, role, expiresAt }, yield* CurrentPerson)
          yield* noted("token created", { name, role })
          return { ok: true as const, token: view(token), secret: Redacted.value(secret) }
        }).pipe(Effect.catchTags({ NameTaken: (refused) => Effect.fail(nameTaken(refused)), RightLost: lostRight })))
      .handleRaw("changeRole", ({ path: { id } }) =>
        Effect.gen(function*() {
          const { role } = yield* readJson(NewRole)
          const changed = yield* people.changeRole(id, role, yield* CurrentPerson)
          if (Option.isNone(changed)) return yield* Effect.fail(noToken(id))
          yield* noted("role changed", { name: changed.value.name, role })
          return { ok: true as const, token: view(changed.value) }
        }).pipe(Effect.catchTag("RightLost", lostRight)))
      .handle("revokeToken", ({ path: { id } }) =>
        ending((by) => people.revokeToken(id, by)).pipe(Effect.flatMap(done(noToken, id)),
          Effect.zipLeft(noted("token revoked", { token: id }))))
      .handleRaw("invite", () =>
        Effect.gen(function*() {
          const { name, role } = yield* readJson(NewInvitation)
          const { code, expiresAt, token } = yield* people.invite({ name, role }, yield* CurrentPerson)
          yield* noted("person invited", { name, role })
          const { publicUrl } = yield* config.current
          const text = Redacted.value(code)
          return {
            ok: true as const,
            token: view(token),
            code: text,
            // A phone may not be able to reach the address at which the manager has opened the page.
            link: `${publicUrl ?? ""}/join#${text}`,
            expires_at: instantAt(expiresAt, clock.zone)
          }
        }).pipe(Effect.catchTags({ NameTaken: (refused) => Effect.fail(nameTaken(refused)), RightLost: lostRight })))
      .handle("invitations", () =>
        Effect.map(people.invitations, (rows) => ({
          items: rows.map(({ created_at, expires_at, id, name, role }) => ({
            id,
            name,
            role,
            created_at: instantAt(created_at, clock.zone),
            expires_at: instantAt(expires_at, clock.zone)
          }))
        })))
      .handle("revokeInvitation", ({ path: { id } }) =>
        ending((by) => people.revokeInvitation(id, by)).pipe(
          Effect.flatMap(done(noInvitation, id)),
          Effect.zipLeft(noted("invitation revoked", { invitation: id }))
        ))
      .handleRaw("approveScreen", () =>
        Effect.gen(function*() {
          const { code } = yield* readJson(ScreenApproval)
          const approved = yield* people.approvePairing(code, yield* CurrentPerson)
          if (approved === "ended") return yield* Effect.fail(screenEnded)
          yield* noted("screen let in", { name: approved.name, role: approved.role })
          return { ok: true as const, token: view(approved) }
        }).pipe(Effect.catchTags({ NameTaken: (refused) => Effect.fail(nameTaken(refused)), RightLost: lostRight })))
      .handle("sessions", () =>
        Effect.gen(function*() {
          const { session } = yield* CurrentPerson
          return { items: (yield* people.sessions).map((row) => sessionView(row, session, clock.zone)) }
        }))
      .handle("endSession", ({ path: { id } }) =>
        ending((by) => people.endSession(id, by)).pipe(
          Effect.flatMap(done(noSession, id)),
          Effect.zipLeft(noted("session ended", { session: id }))
        ))
  }))
