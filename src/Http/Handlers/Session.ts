import { HttpApiBuilder, HttpServerRequest } from "@effect/platform"
import { Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { CurrentPerson } from "../../Api/Access.ts"
import { InvitationEnded } from "../../Api/Errors.ts"
import { InvitationCode, ScreenClaim, SignIn } from "../../Api/Session.ts"
import { ShopClock } from "../../Clock.ts"
import { Config } from "../../Config.ts"
import { instantAt } from "../../Domain/Calendar.ts"
import { nameOf, type Person } from "../../Domain/Person.ts"
import { People, type SignedIn } from "../../People.ts"
import { Credential, isGuess } from "../../People/Credential.ts"
import { Attempts } from "../Access/Attempts.ts"
import { dropSession, isSameOrigin, isSecure, keepSession, sessionCookie } from "../Access/Browser.ts"
import { Gate, unauthorized } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"

const identityOf = (person: Person) => ({ name: nameOf(person), role: person.role, session: person.session })

const nobody = { name: null, role: null, session: null }

const ended = Effect.fail(
  InvitationEnded.make({ detail: "code: expected one that is valid, got one that was used, has expired or was revoked" })
)

export const layer = HttpApiBuilder.group(Api, "session", (handlers) =>
  Effect.gen(function*() {
    const people = yield* People
    const clock = yield* ShopClock
    const config = yield* Config
    const attempts = yield* Attempts
    const gate = yield* Gate

    /** Ends the browser's previous session: a browser has only one. */
    const endEarlier = (cookie: string | undefined) =>
      cookie === undefined ?
        Effect.void :
        Effect.flatMap(people.recognize(Credential.Cookie({ value: cookie })),
          (found) => found._tag === "Known" ? people.signOut(found.person) : Effect.void)

    const open = (asked: typeof SignIn.Type, device: { readonly device: string; readonly secure: boolean }) =>
      Effect.gen(function*() {
        if (asked.code === undefined) {
          const opened = yield* people.signInWithToken(asked.token ?? "", device)
          return Option.getOrElse(opened, (): "unknown" => "unknown")
        }
        return yield* people.signInWithCode(asked.code, device)
      })

    const opened = (asked: typeof SignIn.Type, result: SignedIn | "ended" | "unknown") => {
      if (result === "ended") return ended
      if (result !== "unknown") return Effect.succeed(result)
      if (asked.token !== undefined && !isGuess(Credential.Token({ value: asked.token }))) return unauthorized
      return Effect.zipRight(asked.code === undefined ? attempts.wrong("token", asked.token) : attempts.wrong("invitation code"),
        unauthorized)
    }

    const admit = ({ cookie, person }: SignedIn, earlier: string | undefined, secure: boolean) =>
      Effect.gen(function*() {
        yield* endEarlier(sessionCookie(earlier, people.cookieId()))
        yield* keepSession(Redacted.value(cookie), secure, people.cookieId())
        yield* Effect.annotateLogs(Effect.logInfo("signed in"), { service: "people", name: nameOf(person), session: person.session })
      })

    return handlers
      .handleRaw("signIn", () =>
        Effect.gen(function*() {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          if (isSameOrigin(headers) === false) return yield* gate.crossSite
          yield* attempts.allowed
          const asked = yield* readJson(SignIn)
          // Checked again: a client may hold back the bodies of many attempts until all of them have passed the first check.
          yield* attempts.allowed
          const secure = isSecure(headers)
          const result = yield* open(asked, { device: headers["user-agent"] ?? "", secure })
          const signedIn = yield* opened(asked, result)
          yield* admit(signedIn, headers["cookie"], secure)
          return { ok: true as const, ...identityOf(signedIn.person) }
        }))
      .handleRaw("openInvitation", () =>
        Effect.gen(function*() {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          if (isSameOrigin(headers) === false) return yield* gate.crossSite
          yield* attempts.allowed
          const { code } = yield* readJson(InvitationCode)
          yield* attempts.allowed
          const found = yield* people.invitation(code)
          if (found === "ended") return yield* ended
          if (found === "unknown") return yield* Effect.zipRight(attempts.wrong("invitation code"), unauthorized)
          return { ok: true as const, name: found.name, role: found.role, expires_at: instantAt(found.expires_at, clock.zone) }
        }))
      .handle("startScreen", () =>
        Effect.gen(function*() {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          if (isSameOrigin(headers) === false) return yield* gate.crossSite
          yield* attempts.asking
          const { code, expiresAt, secret } = yield* people.startPairing
          const { publicUrl } = yield* config.current
          return {
            ok: true as const,
            code,
            secret: Redacted.value(secret),
            link: `${publicUrl ?? ""}/join#screen=${code}`,
            expires_at: instantAt(expiresAt, clock.zone)
          }
        }))
      .handleRaw("claimScreen", () =>
        Effect.gen(function*() {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          if (isSameOrigin(headers) === false) return yield* gate.crossSite
          yield* attempts.allowed
          const asked = yield* readJson(ScreenClaim)
          yield* attempts.allowed
          const secure = isSecure(headers)
          const result = yield* people.claimPairing(asked, { device: headers["user-agent"] ?? "", secure })
          if (result === "waiting") return { ok: true as const, state: "waiting" as const, ...nobody }
          if (result === "ended") return yield* ended
          if (result === "unknown") return yield* Effect.zipRight(attempts.wrong("screen code"), unauthorized)
          yield* admit(result, headers["cookie"], secure)
          return { ok: true as const, state: "signed_in" as const, ...identityOf(result.person) }
        }))
      .handle("identity", () => Effect.map(gate.visitor, (person) => person === undefined ? nobody : identityOf(person)))
      .handle("signOut", () =>
        Effect.gen(function*() {
          yield* people.signOut(yield* CurrentPerson)
          yield* dropSession(people.cookieId())
          return { ok: true as const }
        }))
  }))
