import type { Person } from "./Person.ts"
import { allows, type Role } from "./Role.ts"

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
export const decide = (need: Need, openness: Openness, person: Person | undefined): Admission => {
  if (isFree(need, openness)) return "pass"
  if (person === undefined) return "unauthorized"
  const role = roleFor(need)
  return role === undefined || allows(person.role, role) ? "pass" : "forbidden"
}
