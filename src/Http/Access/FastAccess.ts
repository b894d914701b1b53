import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { Config } from "../../Config.ts"
import { decide } from "../../Domain/Access.ts"
import { People } from "../../People.ts"
import { credentialIn } from "./Gate.ts"

/**
 * Passes on whether a request may be answered from memory: everybody's where the service is open, and where it is private
 * that of a viewer whose credential is known without reading it. All others go to the gate.
 */
export const fastAccess = Effect.map(
  Effect.all([People, Config]),
  ([people, config]) => ({ headers }: IncomingMessage, passOn: (mayRead: boolean) => void): void => {
    if (config.snapshot().access === "open") return passOn(true)
    const credential = credentialIn(headers)
    if (credential === undefined) return passOn(false)
    people.known(credential, (person) => passOn(decide("view", true, person) === "pass"))
  }
)
