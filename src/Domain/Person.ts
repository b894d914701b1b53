import type { Need } from "./Access.ts"
import type { Role } from "./Role.ts"
import { isBlank } from "./Visible.ts"

/** The author of a request: the holder of a named token, or of the master token, which has no name. */
export interface Person {
  readonly name: string | null
  readonly role: Role
  /** Id of the named token; null for the master token. */
  readonly token: number | null
  /** Id of the session; null if the request has the token itself. */
  readonly session: number | null
}

/** The person of a request, and the right that the request needs. That right may end before the change is stored. */
export interface Requester extends Person {
  readonly needs: Need
}

/** The actor of the master token's changes if no name was typed. */
export const masterName = "admin"

export const master = (session: number | null): Person => ({ name: null, role: "admin", token: null, session })

export const nameOf = ({ name }: Person): string => name ?? masterName

/** The actor of a person's change. A typed name does not replace a named token's name: it is added to it. */
export const actorOf = ({ name }: Person, typed: string | undefined): string => {
  const given = typed === undefined || isBlank(typed) ? undefined : typed
  if (name === null) return given ?? masterName
  return given === undefined || given === name ? name : `${name} (typed: ${given})`
}
