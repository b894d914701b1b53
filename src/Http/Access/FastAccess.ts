import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { Need } from "../../Domain/Access.ts"
import { People } from "../../People.ts"
import type { LookUp } from "../../People/Credential.ts"
import { decision } from "./AccessDecision.ts"
import { credentialIn } from "./Gate.ts"

/** The credential of a connection's last request, and how to look it up. */
interface Sent {
  readonly cookie: string | undefined
  readonly token: string | Array<string> | undefined
  readonly lookUp: LookUp | undefined
}

/**
 * Decides whether a request gets its response from memory. In an open service, every request does. In a private one, a request does
 * if the credential cache contains its credential and the person's role allows it. All other requests go to the gate. A browser
 * sends the same cookie with each request, so the cookie is hashed once per connection; the person is looked up each time.
 */
export const fastAccess = Effect.map(
  Effect.all([People, decision]),
  ([people, decide]) => {
    const last = new WeakMap<Socket, Sent>()

    const sentBy = ({ headers, socket }: IncomingMessage): Sent => {
      const { cookie, "x-admin-token": token } = headers
      const before = last.get(socket)
      if (before !== undefined && before.cookie === cookie && before.token === token) return before
      const credential = credentialIn(headers)
      const sent = { cookie, token, lookUp: credential && people.known(credential) }
      last.set(socket, sent)
      return sent
    }

    return (request: IncomingMessage, need: Need, passOn: (mayRead: boolean) => void): void => {
      if (decide(need, undefined) === "pass") return passOn(true)
      const { lookUp } = sentBy(request)
      if (lookUp === undefined) return passOn(false)
      lookUp((person) => passOn(decide(need, person) === "pass"))
    }
  }
)
