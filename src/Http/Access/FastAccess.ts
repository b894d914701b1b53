import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { Config } from "../../Config.ts"
import { decide } from "../../Domain/Access.ts"
import { People } from "../../People.ts"
import type { LookUp } from "../../People/Credential.ts"
import { credentialIn } from "./Gate.ts"

/** What the last request of a connection has sent, and how to look it up. */
interface Sent {
  readonly cookie: string | undefined
  readonly token: string | Array<string> | undefined
  readonly lookUp: LookUp | undefined
}

/**
 * Passes on whether a request may be answered from memory: everybody's where the service is open, and where it is private
 * that of a viewer whose credential is known without reading it. All others go to the gate. A browser sends the same
 * cookie with each request, so it is hashed once a connection; who it is, is looked up each time.
 */
export const fastAccess = Effect.map(
  Effect.all([People, Config]),
  ([people, config]) => {
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

    return (request: IncomingMessage, passOn: (mayRead: boolean) => void): void => {
      if (config.snapshot().access === "open") return passOn(true)
      const { lookUp } = sentBy(request)
      if (lookUp === undefined) return passOn(false)
      lookUp((person) => passOn(decide("view", true, person) === "pass"))
    }
  }
)
