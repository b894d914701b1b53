import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { expectingSecret } from "../Domain/Fault.ts"
import { Role } from "../Domain/Person.ts"
import { Admitted, Identified, operation } from "./Access.ts"
import * as Errors from "./Errors.ts"

const secret = (what: string) =>
  Schema.optionalWith(Schema.NonEmptyString.pipe(Schema.maxLength(1000)).annotations(expectingSecret("credential", what)), { exact: true })

/** The body of a sign-in: a token, or an invitation's code. */
export const SignIn = Schema.Struct({ token: secret("a token"), code: secret("an invitation's code") }).pipe(
  Schema.filter(({ code, token }) => (code === undefined) !== (token === undefined) || "expected a token or a code, and not both")
).annotations({
  identifier: "SignIn",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    properties: { token: { type: "string", minLength: 1, maxLength: 1000 }, code: { type: "string", minLength: 1, maxLength: 1000 } },
    oneOf: [{ required: ["token"] }, { required: ["code"] }],
    example: { code: "tvi_3q2-7wAAAAAAAAAAAAAAAA" }
  }
})

const Identity = Schema.Struct({
  name: Schema.String,
  role: Role,
  session: Schema.NullOr(Schema.Int).annotations({ description: "id of the session; null where the token itself was sent" })
}).annotations({ identifier: "Identity" })

/** The response for a client that is not signed in. */
const Nobody = Schema.Struct({ name: Schema.Null, role: Schema.Null, session: Schema.Null }).annotations({ identifier: "Nobody" })

/** The body by which a page asks whom an invitation signs in. */
export const InvitationCode = Schema.Struct({ code: Schema.NonEmptyString.pipe(Schema.maxLength(1000)) }).annotations({
  identifier: "InvitationCode",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["code"],
    properties: { code: { type: "string", minLength: 1, maxLength: 1000 } },
    example: { code: "tvi_3q2-7wAAAAAAAAAAAAAAAA" }
  }
})

/** The body by which a screen asks whether a manager has let it in. */
export const ScreenClaim = Schema.Struct({
  code: Schema.NonEmptyString.pipe(Schema.maxLength(1000)),
  secret: Schema.NonEmptyString.pipe(Schema.maxLength(1000))
})
  .annotations({
    identifier: "ScreenClaim",
    parseOptions: { errors: "all" },
    jsonSchema: {
      type: "object",
      required: ["code", "secret"],
      properties: { code: { type: "string", minLength: 1, maxLength: 1000 }, secret: { type: "string", minLength: 1, maxLength: 1000 } },
      example: { code: "iqEEnwKXg1ruXqvlC9PlbmXvP3JBzfl6hX6tTDC3Vqk.miu1x2ow.Fh3Jt0aLr8yQZkqvE2pW7w", secret: "tvi_3q2-7wAAAAAAAAAAAAAAAA" }
    }
  })

export const SessionGroup = HttpApiGroup.make("session", { topLevel: true })
  .add(
    HttpApiEndpoint.post("signIn", "/api/session")
      .setPayload(SignIn)
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true), ...Identity.fields }))
      .addError(Errors.Unauthorized)
      .addError(Errors.InvitationEnded)
      .addError(Errors.CrossSite)
      .addError(Errors.TooManyAttempts)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("nothing", "Sign in",
          "With a token or the code of an invitation. The response sets a cookie that scripts cannot read. It lasts 180 days; each use extends it.")
      )
  )
  .add(
    HttpApiEndpoint.post("openInvitation", "/api/session/invitation")
      .setPayload(InvitationCode)
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true), name: Schema.String, role: Role, expires_at: Schema.String }))
      .addError(Errors.Unauthorized)
      .addError(Errors.InvitationEnded)
      .addError(Errors.CrossSite)
      .addError(Errors.TooManyAttempts)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("nothing", "Whom an invitation signs in", "Does not use the code. A page asks the person before it signs in with it.")
      )
  )
  .add(
    HttpApiEndpoint.get("identity", "/api/session")
      .addSuccess(Identity)
      .addSuccess(Nobody)
      .addError(Errors.Unauthorized)
      .addError(Errors.TooManyAttempts)
      .annotateContext(
        operation("nothing", "Who is signed in",
          "Name and role of the session or the token; null if nobody is signed in, also after a session has ended. A wrong token is refused.")
      )
  )
  .add(
    HttpApiEndpoint.del("signOut", "/api/session")
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true) }))
      .annotateContext(operation("credential", "Sign out", "Ends the session that the request was made by."))
      .middleware(Identified)
  )
  .add(
    HttpApiEndpoint.post("startScreen", "/api/session/screen")
      .addSuccess(Schema.Struct({
        ok: Schema.Literal(true),
        code: Schema.String.annotations({ description: "shown as a QR code; without the secret nobody can sign in with it" }),
        secret: Schema.String.annotations({ description: "the screen keeps it and never shows it" }),
        link: Schema.String.annotations({ description: "where a phone approves it: a path, or an address under public_url" }),
        expires_at: Schema.String
      }))
      .addError(Errors.CrossSite)
      .addError(Errors.TooManyAttempts)
      .annotateContext(
        operation("nothing", "Ask to sign in as a screen",
          "For a screen without a keyboard. A person who is signed in approves its code within 5 minutes.")
      )
  )
  .add(
    HttpApiEndpoint.post("claimScreen", "/api/session/screen/claim")
      .setPayload(ScreenClaim)
      .addSuccess(Schema.Struct({
        ok: Schema.Literal(true),
        state: Schema.Literal("waiting", "signed_in"),
        name: Schema.NullOr(Schema.String),
        role: Schema.NullOr(Role),
        session: Schema.NullOr(Schema.Int)
      }))
      .addError(Errors.Unauthorized)
      .addError(Errors.InvitationEnded)
      .addError(Errors.CrossSite)
      .addError(Errors.TooManyAttempts)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("nothing", "Whether the screen was let in",
          "Once its code is approved, the response sets the cookie of a session with the role view. It does so only once.")
      )
  )
  .addError(Errors.InvalidRequest)
  .addError(Errors.Internal)
  .middleware(Admitted)
