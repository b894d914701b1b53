import { Args, Command, HelpDoc, Options } from "@effect/cli"
import { Effect, Option, Redacted } from "effect"
import { ShopClock } from "../Clock.ts"
import { instantOrNull } from "../Domain/Calendar.ts"
import { expectedGot } from "../Domain/Fault.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { masterName, personName, personNameExpected, Role } from "../Domain/Person.ts"
import { counted } from "../Domain/Text.ts"
import { wallDate } from "../Domain/WallClock.ts"
import { People } from "../People.ts"
import { endOfLastDay } from "../People/Expiry.ts"
import { type CommandOutcome, lines, printing, Refused, WrongUsage } from "./Output.ts"
import { commandLine, dateOption, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const answering = <E>(asJson: boolean, work: Effect.Effect<CommandOutcome, E, People | ShopClock>) =>
  printing(asJson)(
    Workbench.existingDatabase.pipe(Effect.zipRight(Effect.provide(work, Workbench.people)), Effect.provide(Workbench.environment))
  )

const name = Args.text({ name: "NAME" }).pipe(
  Args.withDescription("Who uses it: a person or a machine"),
  Args.mapEffect((text) => {
    const found = personName(text)
    return found === undefined ? Effect.fail(HelpDoc.p(`NAME: ${expectedGot(personNameExpected, text)}`)) : Effect.succeed(found)
  })
)

const role = Options.choice("role", Role.literals).pipe(Options.withDescription("What it may do"))

const expires = dateOption("expires", "The last day on which it is valid")

const create = (name: string, role: Role, lastDay: LocalDate | undefined) =>
  Effect.gen(function*() {
    const { now, zone } = yield* ShopClock
    const expiresAt = lastDay === undefined ?
      null :
      yield* Effect.mapError(endOfLastDay(lastDay, wallDate(yield* now), zone),
        ({ message }) => new Refused({ code: "invalid_request", message: `--expires: ${message}` }))
    const { secret, token } = yield* (yield* People).createToken({ name, role, expiresAt }, commandLine).pipe(Effect.catchTags({
      NameTaken: ({ asked, name, role }) =>
        new Refused({
          code: "name_taken",
          message: asked === name
            ? `${name} is taken, with the role ${role}: revoke it first`
            : `${asked} looks like ${name}, which is taken, with the role ${role}: choose another name, or revoke it first`
        }),
      // A command has no right that could be lost.
      RightLost: Effect.die
    }))
    const text = Redacted.value(secret)
    return {
      ok: true,
      text: lines(text, `this is the token of ${name}, with the role ${role}; it is shown this once`),
      json: { id: token.id, name, role, secret: text, expires_at: instantOrNull(expiresAt, zone) }
    }
  })

const listTokens = Effect.gen(function*() {
  const { zone } = yield* ShopClock
  const tokens = (yield* (yield* People).tokens).filter(({ state }) => state === "active")
  return {
    ok: true,
    text: lines(
      ...tokens.map(({ last_used_at, name, role, sessions }) =>
        `${role.padEnd(8)}${name}, ${last_used_at === null ? "never used" : `last used ${instantOrNull(last_used_at, zone)}`}, ${
          counted(Number(sessions), "device")
        }`
      ),
      counted(tokens.length, "token")
    ),
    json: {
      tokens: tokens.map((token) => ({
        id: token.id,
        name: token.name,
        role: token.role,
        last_used_at: instantOrNull(token.last_used_at, zone),
        expires_at: instantOrNull(token.expires_at, zone),
        sessions: Number(token.sessions)
      }))
    }
  }
})

const revokeToken = (name: string) =>
  Effect.gen(function*() {
    const people = yield* People
    const token = (yield* people.tokens).find((one) => one.name === name && one.revoked_at === null)
    if (token === undefined || !(yield* people.revokeToken(token.id, commandLine))) {
      return yield* new Refused({ code: "not_found", message: `there is no token of ${name}: see \`turnover token list\`` })
    }
    return { ok: true, text: lines(`the token of ${name} is revoked, and its devices are signed out`), json: { id: token.id, name } }
  })

const listSessions = Effect.gen(function*() {
  const { zone } = yield* ShopClock
  const sessions = yield* (yield* People).sessions
  return {
    ok: true,
    text: lines(
      ...sessions.map(({ device, id, last_used_at, name }) =>
        `${String(id).padEnd(6)}${name ?? masterName}, last used ${instantOrNull(last_used_at, zone)}, ${JSON.stringify(device)}`
      ),
      counted(sessions.length, "session")
    ),
    json: {
      sessions: sessions.map(({ device, expiresAt, id, last_used_at, name, role }) => ({
        id,
        name: name ?? masterName,
        role: role ?? "admin",
        device,
        last_used_at: instantOrNull(last_used_at, zone),
        expires_at: instantOrNull(expiresAt, zone)
      }))
    }
  }
})

const revokeSession = (id: number) =>
  Effect.gen(function*() {
    if (!(yield* (yield* People).endSession(id, commandLine))) {
      return yield* new Refused({ code: "not_found", message: `there is no session ${id}: see \`turnover session list\`` })
    }
    return { ok: true, text: lines(`session ${id} has ended`), json: { id } }
  })

export const tokenCommand = Command.make("token", {},
  () => new WrongUsage({ message: "token: expected the command create, list or revoke" })).pipe(
    Command.withDescription("Who may use the service: named tokens"),
    Command.withSubcommands([
      Command.make("create", { name, role, expires, json },
        ({ expires, json, name, role }) => answering(json, create(name, role, Option.getOrUndefined(expires)))).pipe(
          Command.withDescription("Create a named token, and print it this once")
        ),
      Command.make("list", { json }, ({ json }) => answering(json, listTokens)).pipe(
        Command.withDescription("List the tokens that are valid")
      ),
      Command.make("revoke", { name, json }, ({ json, name }) => answering(json, revokeToken(name))).pipe(
        Command.withDescription("End a token and its sessions at once")
      )
    ])
  )

export const sessionCommand = Command.make("session", {}, () => new WrongUsage({ message: "session: expected the command list or revoke" }))
  .pipe(
    Command.withDescription("Devices that are signed in"),
    Command.withSubcommands([
      Command.make("list", { json }, ({ json }) => answering(json, listSessions)).pipe(
        Command.withDescription("List the devices that are signed in")
      ),
      Command.make("revoke", { id: Args.integer({ name: "ID" }), json }, ({ id, json }) => answering(json, revokeSession(id))).pipe(
        Command.withDescription("Sign a device out at once")
      )
    ])
  )
