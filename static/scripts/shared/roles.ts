import type { Responses } from "../../../src/Api/Responses.ts"

export type Role = Responses["signIn"]["role"]

const ranks = ["view", "entry", "manager", "admin"]

/** Whether `role` includes `needed`. `feed` includes no other role and is included in none. */
export const allows = (role: Role, needed: Role) => role === needed || ranks.indexOf(role) >= ranks.indexOf(needed) && role !== "feed"

/** Whether a role can use a link to the entry. In an open service, a reader without a role can: the link leads to the sign-in. */
export const mayFollowToEntry = (role: Role | null) => role === null || allows(role, "entry")
