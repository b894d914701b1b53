// @ts-check

/** @typedef {import("../../../src/Api/Responses.ts").Responses["signIn"]["role"]} Role */

const ranks = ["view", "entry", "manager", "admin"]

/** Whether `role` includes `needed`; `feed` includes and is included in no other. @param {Role} role @param {Role} needed */
export const allows = (role, needed) => role === needed || ranks.indexOf(role) >= ranks.indexOf(needed) && role !== "feed"

/**
 * Whether a role can use a link to the entry. Without a role it can in an open service: the link leads to the sign-in. @param {Role | null} role
 */
export const mayFollowToEntry = (role) => role === null || allows(role, "entry")
