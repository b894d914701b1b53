import { Schema } from "effect"
import { isAtMost } from "./Text.ts"
import { isBlank } from "./VisibleText.ts"

const ranks = ["view", "entry", "manager", "admin"] as const

/** What a person may do. Each rank includes the lower ranks. `feed` is not a rank: it may only push amounts. */
export const Role = Schema.Literal(...ranks, "feed")
export type Role = typeof Role.Type

export const allows = (role: Role, needed: Role): boolean => {
  if (role === "feed" || needed === "feed") return role === needed
  return ranks.indexOf(role) >= ranks.indexOf(needed)
}

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

/**
 * What a request needs: nothing, any valid credential, or a role. `view` is needed only if the service is private; `metrics` only
 * if it is private and the settings do not open the metrics.
 */
export type Need = "nothing" | "credential" | "metrics" | Role

/** What the settings let clients without a credential read. */
export interface Openness {
  readonly access: "open" | "private"
  readonly metrics: "private" | "open"
}

/** Every request needs a credential. */
export const closed: Openness = { access: "private", metrics: "private" }

export type Admission = "pass" | "unauthorized" | "forbidden"

const isFree = (need: Need, { access, metrics }: Openness): boolean =>
  need === "nothing" || need === "view" && access === "open" || need === "metrics" && (access === "open" || metrics === "open")

/** The role that a need requires; undefined if any credential is enough. */
export const roleFor = (need: Need): Role | undefined =>
  need === "nothing" || need === "credential" ? undefined : need === "metrics" ? "view" : need

/** Decides about access. Nothing else in the service does. */
export const admission = (need: Need, openness: Openness, person: Person | undefined): Admission => {
  if (isFree(need, openness)) return "pass"
  if (person === undefined) return "unauthorized"
  const role = roleFor(need)
  return role === undefined || allows(person.role, role) ? "pass" : "forbidden"
}

/** Names that the service itself uses as actors. No token may have them. */
export const reservedNames: ReadonlyArray<string> = [masterName, "settlement", "auto-import", "command-line", "feed"]

export const longestName = 40

/** The characters of names: letters, numbers and some punctuation, with ’, · and ・. Other signs look like these, and some are invisible. */
const signs = /^[\p{L}\p{M}\p{N} .,'\u2019\-_&/()#+\u00b7\u30fb]+$/u

const invisible = /\p{Default_Ignorable_Code_Point}/u

/**
 * A name is of one script. Those that people in East Asia write beside one another count as one; Unicode's properties give the
 * scripts, so no package is needed.
 */
const scripts = [
  ["Latn", "Hani", "Hira", "Kana", "Bopo", "Hang"],
  ...["Arab", "Armn", "Cyrl", "Deva", "Geor", "Grek", "Hebr", "Mong", "Thai", "Tibt", "Yiii"].map((script) => [script])
].map((together) => new RegExp(`^[${together.map((script) => `\\p{scx=${script}}`).join("")}\\p{sc=Zyyy}\\p{sc=Zinh}]*$`, "u"))

/** A text that is equal for names that differ only in case, accents, signs and blanks. */
const plainName = (name: string): string =>
  name.normalize("NFKD").replace(/(?![\u3099\u309A])\p{Script=Inherited}/gu, "").toLowerCase().replace(/[\p{P}\p{Z}]/gu, "")

/** Whether a reader could take one name for the other. */
export const looksLike = (name: string, other: string): boolean => name === other || plainName(name) === plainName(other)

const isReserved = (name: string): boolean => reservedNames.some((reserved) => looksLike(name, reserved))

/** Whether a name contains the text that the audit adds to an actor's own name when a name was typed. */
const looksTyped = (name: string): boolean => /\(\s*typed/i.test(name.normalize("NFKD").replace(/\p{M}/gu, ""))

/**
 * A person's or machine's name as it is stored, in Unicode's compatibility form, so that full-width letters become plain ones.
 * undefined for a text that is no name, or that could be mistaken for another name or for one of the service's own.
 */
export const personName = (text: string): string | undefined => {
  const name = text.normalize("NFKC")
  const isOne = name === name.trim() && isAtMost(name, longestName) && signs.test(name) && !invisible.test(name) &&
    /^[\p{L}\p{N}]/u.test(name) &&
    scripts.some((together) => together.test(name)) && !isReserved(name) && !looksTyped(name)
  return isOne ? name : undefined
}

export const isPersonName = (text: string): boolean => personName(text) !== undefined

export const personNameExpected = `a name of 1 to ${longestName} letters, digits and plain signs of one language, that looks like none of ${
  reservedNames.join(" ")
}`
