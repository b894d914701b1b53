import type { Person } from "./Person.ts"
import { allows, type Role } from "./Role.ts"

/** What a request needs: nothing, any valid credential, or a role. `view` is needed only where the service is private. */
export type Need = "nothing" | "credential" | Role

export type Verdict = "pass" | "unauthorized" | "forbidden"

/** Whether a request is allowed without a credential. */
export const isFree = (need: Need, isPrivate: boolean): boolean => need === "nothing" || need === "view" && !isPrivate

/** The one decision about access. */
export const decide = (need: Need, isPrivate: boolean, person: Person | undefined): Verdict => {
  if (isFree(need, isPrivate)) return "pass"
  if (person === undefined) return "unauthorized"
  return need === "credential" || allows(person.role, need as Role) ? "pass" : "forbidden"
}
