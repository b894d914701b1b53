// @ts-check

/** @typedef {import("../../../src/Api/Responses.ts").Responses["signIn"]["role"]} Role */

const ranks = ["view", "entry", "manager", "admin"]

/** Whether `role` includes `needed`. `feed` includes no other role and is included in none. @param {Role} role @param {Role} needed */
export const allows = (role, needed) => role === needed || ranks.indexOf(role) >= ranks.indexOf(needed) && role !== "feed"

/**
 * Whether a role can use a link to the entry. In an open service, a reader without a role can: the link leads to the sign-in.
 * @param {Role | null} role
 */
export const mayFollowToEntry = (role) => role === null || allows(role, "entry")
