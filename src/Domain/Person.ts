import type { Role } from "./Role.ts"
import { isAtMost } from "./Text.ts"

/** Who makes a request: the holder of a named token, or of the master token, who has no name. */
export interface Person {
  readonly name: string | null
  readonly role: Role
  /** Id of the named token; null for the master token. */
  readonly token: number | null
  /** Id of the session; null where the token itself was sent. */
  readonly session: number | null
}

/** What stands for the holder of the master token where nobody has typed a name. */
export const masterName = "admin"

export const master = (session: number | null): Person => ({ name: null, role: "admin", token: null, session })

export const nameOf = ({ name }: Person): string => name ?? masterName

/** The actor of what a person does. A named token's name cannot be typed over: a typed name stands beside it. */
export const actorOf = ({ name }: Person, typed: string | undefined): string => {
  if (name === null) return typed ?? masterName
  return typed === undefined || typed.trim() === "" || typed === name ? name : `${name} (typed: ${typed})`
}

/** Names that the service itself uses as actors, so that no token passes for it. */
export const reservedNames: ReadonlyArray<string> = [masterName, "settlement", "auto-import", "command-line", "feed"]

export const longestName = 40

/** Whether a text may be the name of a person or a machine. */
export const isPersonName = (text: string): boolean =>
  text === text.trim() && text !== "" && isAtMost(text, longestName) && !/\p{C}/u.test(text) && !reservedNames.includes(text.toLowerCase())

export const personNameExpected = `a name of 1 to ${longestName} characters, other than ${reservedNames.join(" ")}`
