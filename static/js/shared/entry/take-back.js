// @ts-check
import { mine } from "../mine.js"
import { request } from "../request.js"

/** @typedef {NonNullable<import("../../../../src/Api/Responses.ts").Responses["ownChange"]["change"]>} Own */

/** The person's newest change that can still be undone; null for none, and where that is not known. @returns {Promise<Own | null>} */
export const askOwn = async () =>
  // A browser in which nobody has signed in would get a refusal, which is an error in its console.
  mine.role.get() === null ? null : request("api/admin/changes/own").then(({ change }) => change, () => null)

/**
 * Undoes a change. Returns the day before and after it, from the server's response.
 * @param {number} id its audit record @param {Record<string, string>} who @param {import("./save.js").Save} save
 * @returns {Promise<import("../../../../src/Api/Responses.ts").Responses["undo"]>}
 */
export const takeBack = (id, who, save) => save("POST", `changes/${id}/undo`, who)
