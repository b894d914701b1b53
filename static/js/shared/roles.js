// @ts-check

/** @typedef {import("../../../src/Api/Responses.ts").Responses["signIn"]["role"]} Role */

const ranks = ["view", "entry", "manager", "admin"]

/** Whether `role` includes `needed`; `feed` includes and is included in no other. @param {Role} role @param {Role} needed */
export const allows = (role, needed) => role === needed || ranks.indexOf(role) >= ranks.indexOf(needed) && role !== "feed"

/**
 * Whether a link to the entry leads anywhere for a role. Without one it does: it leads to the sign-in, in a service whose
 * figures are open to all. @param {Role | null} role
 */
export const mayFollowToEntry = (role) => role === null || allows(role, "entry")
