import { HttpApiBuilder, HttpServerRequest } from "@effect/platform"
import { Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { CurrentPerson } from "../../Api/Access.ts"
import { InvitationEnded } from "../../Api/Errors.ts"
import { SignIn } from "../../Api/Session.ts"
import { nameOf, type Person } from "../../Domain/Person.ts"
import { People, type SignedIn } from "../../People.ts"
import { Credential, isGuess } from "../../People/Credential.ts"
import { Attempts } from "../Access/Attempts.ts"
import { dropSession, keepSession, sessionCookie } from "../Access/Cookie.ts"
import { crossSite, Gate, unauthorized } from "../Access/Gate.ts"
import { isSameOrigin, isSecure } from "../Access/Origin.ts"
import { readJson } from "../Body.ts"

const identityOf = (person: Person) => ({ name: nameOf(person), role: person.role, session: person.session })

const nobody = { name: null, role: null, session: null }

const ended = Effect.fail(
  InvitationEnded.make({ detail: "code: expected one that is valid, got one that was used, has expired or was revoked" })
)

export const layer = HttpApiBuilder.group(Api, "session", (handlers) =>
  Effect.gen(function*() {
    const people = yield* People
    const attempts = yield* Attempts
    const gate = yield* Gate

    /** A browser has one session: its previous one ends. */
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
      return Effect.zipRight(attempts.wrong(asked.code === undefined ? "token" : "invitation code"), unauthorized)
    }

    return handlers
      .handleRaw("signIn", () =>
        Effect.gen(function*() {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          if (isSameOrigin(headers) === false) return yield* crossSite
          yield* attempts.allowed
          const asked = yield* readJson(SignIn)
          // Bodies may be held back until many attempts have passed the first look.
          yield* attempts.allowed
          const secure = isSecure(headers)
          const result = yield* open(asked, { device: headers["user-agent"] ?? "", secure })
          const { cookie, person } = yield* opened(asked, result)
          yield* endEarlier(sessionCookie(headers["cookie"]))
          yield* keepSession(Redacted.value(cookie), secure)
          yield* Effect.annotateLogs(Effect.logInfo("signed in"), { service: "people", name: nameOf(person), session: person.session })
          return { ok: true as const, ...identityOf(person) }
        }))
      .handle("identity", () => Effect.map(gate.visitor, (person) => person === undefined ? nobody : identityOf(person)))
      .handle("signOut", () =>
        Effect.gen(function*() {
          yield* people.signOut(yield* CurrentPerson)
          yield* dropSession
          return { ok: true as const }
        }))
  }))
