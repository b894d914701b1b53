import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { Config } from "../../Config.ts"
import { decide } from "../../Domain/Access.ts"
import { People } from "../../People.ts"
import { credentialIn } from "./Gate.ts"

/**
 * Whether a request may be answered from memory: everybody's where the service is open, and where it is private that of
 * a viewer whose credential is known without the database. All others go to the gate.
 */
export const fastAccess = Effect.map(Effect.all([People, Config]), ([people, config]) => ({ headers }: IncomingMessage): boolean => {
  if (config.snapshot().access === "open") return true
  const credential = credentialIn(headers)
  return credential !== undefined && decide("view", true, people.known(credential)) === "pass"
})
