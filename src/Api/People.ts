import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"
import { AcceptedDate } from "../Domain/LocalDate.ts"
import { isPersonName, longestName, personName, personNameExpected, reservedNames, Role } from "../Domain/Person.ts"
import { Identified, operation } from "./Access.ts"
import * as Errors from "./Errors.ts"
import { wholeNumber } from "./Values.ts"

const nameExpected = expecting("person_name", personNameExpected, { max: longestName })

const nameJson = {
  type: "string",
  minLength: 1,
  maxLength: longestName,
  pattern: String.raw`^[\p{L}\p{N}]([\p{L}\p{M}\p{N} .,'${"’"}\-_&/()#+${"·・"}]*[^\s])?$`,
  not: { enum: [...reservedNames] }
}

/** The name of a person or a machine, unique among the tokens that are not revoked. It is stored in Unicode's compatibility form. */
const PersonName = Schema.transform(
  Schema.String.pipe(Schema.filter(isPersonName, nameExpected)).annotations({ ...nameExpected, jsonSchema: nameJson }),
  Schema.String,
  { strict: true, decode: (text) => personName(text) ?? text, encode: (name) => name }
)

const roleNames = Role.literals.join(" ")

const roleExpected = expecting("one_of", `one of ${roleNames}`, { names: roleNames })

const GivenRole = Role.annotations(roleExpected)

const roleJson = { type: "string", enum: [...Role.literals] }

const InstantText = Schema.String
const onId = Schema.Struct({ id: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "its id" }) })
const Done = Schema.Struct({ ok: Schema.Literal(true) })

/** A named token, without its secret. */
const ListedToken = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  role: Role,
  state: Schema.Literal("active", "expired", "revoked"),
  has_secret: Schema.Boolean.annotations({ description: "false for a person who was invited: their devices have sessions only" }),
  created_at: InstantText,
  expires_at: Schema.NullOr(InstantText),
  last_used_at: Schema.NullOr(InstantText).annotations({ description: "to the minute" }),
  sessions: Schema.Int.annotations({ description: "devices that are signed in" })
}).annotations({ identifier: "Token" })

const ListedSession = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  role: Role,
  token_id: Schema.NullOr(Schema.Int).annotations({ description: "null for the master token" }),
  device: Schema.String.annotations({ description: "the browser's User-Agent" }),
  created_at: InstantText,
  last_used_at: InstantText,
  expires_at: InstantText,
  current: Schema.Boolean.annotations({ description: "whether this request was made by it" })
}).annotations({ identifier: "Session" })

/** An invitation that can be used, without its code. */
const ListedInvitation = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  role: Role,
  created_at: InstantText,
  expires_at: InstantText
}).annotations({ identifier: "Invitation" })

export const NewToken = Schema.Struct({
  name: PersonName,
  role: GivenRole,
  expires_on: Schema.optionalWith(AcceptedDate, { exact: true })
}).annotations({
  identifier: "NewToken",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["name", "role"],
    properties: {
      name: nameJson,
      role: roleJson,
      expires_on: { type: "string", format: "date", description: "the last day on which it is valid" }
    },
    example: { name: "till", role: "entry", expires_on: "2026-12-31" }
  }
})

export const NewRole = Schema.Struct({ role: GivenRole }).annotations({
  identifier: "NewRole",
  parseOptions: { errors: "all" },
  jsonSchema: { type: "object", required: ["role"], properties: { role: roleJson }, example: { role: "manager" } }
})

export const NewInvitation = Schema.Struct({ name: PersonName, role: GivenRole }).annotations({
  identifier: "NewInvitation",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["name", "role"],
    properties: { name: nameJson, role: roleJson },
    example: { name: "小王", role: "entry" }
  }
})

export const ScreenApproval = Schema.Struct({ code: Schema.NonEmptyString.pipe(Schema.maxLength(1000)) }).annotations({
  identifier: "ScreenApproval",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["code"],
    properties: { code: { type: "string", minLength: 1, maxLength: 1000 } },
    example: { code: "iqEEnwKXg1ruXqvlC9PlbmXvP3JBzfl6hX6tTDC3Vqk.miu1x2ow.Fh3Jt0aLr8yQZkqvE2pW7w" }
  }
})

/** The endpoints about the people and machines that may use the service. */
export const PeopleGroup = HttpApiGroup.make("people", { topLevel: true })
  .add(
    HttpApiEndpoint.get("tokens", "/tokens")
      .addSuccess(Schema.Struct({ items: Schema.Array(ListedToken) }))
      .annotateContext(
        operation("admin", "Named tokens, newest first",
          "With their role, last use and devices; revoked ones are listed too. A secret is never shown.")
      )
  )
  .add(
    HttpApiEndpoint.post("createToken", "/tokens")
      .setPayload(NewToken)
      .addSuccess(Schema.Struct({
        ok: Schema.Literal(true),
        token: ListedToken,
        secret: Schema.String.annotations({ description: "shown this once; only its SHA-256 is stored" })
      }))
      .addError(Errors.NameTaken)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("admin", "Create a named token", "Its secret is sent as X-Admin-Token, or signs in with POST /api/session.")
      )
  )
  .add(
    HttpApiEndpoint.patch("changeRole", "/tokens/:id")
      .setPath(onId)
      .setPayload(NewRole)
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true), token: ListedToken }))
      .addError(Errors.NotFound)
      .addError(Errors.BodyRefused)
      .annotateContext(operation("admin", "Change a token's role", "Takes effect at the next request, for its sessions too."))
  )
  .add(
    HttpApiEndpoint.del("revokeToken", "/tokens/:id")
      .setPath(onId)
      .addSuccess(Done)
      .addError(Errors.NotFound)
      .annotateContext(operation("admin", "Revoke a token", "The token and its sessions are refused from the next request on."))
  )
  .add(
    HttpApiEndpoint.post("invite", "/invitations")
      .setPayload(NewInvitation)
      .addSuccess(Schema.Struct({
        ok: Schema.Literal(true),
        token: ListedToken,
        code: Schema.String.annotations({ description: "shown this once; only its SHA-256 is stored" }),
        link: Schema.String.annotations({
          description: "where a device signs in with it: a path, or an address under public_url; the code comes after #"
        }),
        expires_at: InstantText
      }))
      .addError(Errors.NameTaken)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("admin", "Invite a person",
          "Signs in one device under that name, once, within 15 minutes. If the name exists, the invitation must have its role.")
      )
  )
  .add(
    HttpApiEndpoint.get("invitations", "/invitations")
      .addSuccess(Schema.Struct({ items: Schema.Array(ListedInvitation) }))
      .annotateContext(
        operation("admin", "Invitations that are open, newest first", "Those that can still sign a device in. A code is never shown.")
      )
  )
  .add(
    HttpApiEndpoint.del("revokeInvitation", "/invitations/:id")
      .setPath(onId)
      .addSuccess(Done)
      .addError(Errors.NotFound)
      .annotateContext(operation("admin", "Revoke an invitation", "Its code is refused from the next request on. The person stays."))
  )
  .add(
    HttpApiEndpoint.post("approveScreen", "/screens")
      .setPayload(ScreenApproval)
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true), token: ListedToken }))
      .addError(Errors.InvitationEnded)
      .addError(Errors.NameTaken)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("manager", "Let a screen in", "The screen that shows the code may then read, with the role view, until it is signed out.")
      )
  )
  .add(
    HttpApiEndpoint.get("sessions", "/sessions")
      .addSuccess(Schema.Struct({ items: Schema.Array(ListedSession) }))
      .annotateContext(
        operation("admin", "Devices that are signed in, newest first", "Sessions that have not ended, with their browser and last use.")
      )
  )
  .add(
    HttpApiEndpoint.del("endSession", "/sessions/:id")
      .setPath(onId)
      .addSuccess(Done)
      .addError(Errors.NotFound)
      .annotateContext(operation("admin", "Sign a device out", "It is refused from the next request on."))
  )
  .addError(Errors.InvalidRequest)
  .addError(Errors.Internal)
  .middleware(Identified)
  .prefix("/api/admin")
