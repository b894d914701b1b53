// @ts-check
import { serviceRoot } from "./address.js"
import { forgetMine, mine } from "./mine.js"
import { ApiError, request } from "./request.js"

/** @typedef {import("./roles.js").Role} Role */
/** @typedef {import("../../../src/Api/Responses.ts").Responses["identity"]} Asked */
/** @typedef {Extract<Asked, { name: string }>} Identity `admin` is the name of the master token's holder */

/** The person for whom this page was drawn. @type {string | null} */
let reader = null

const followOtherTabs = () => {
  const name = mine.name.get()
  if (name === null || name === reader) return
  // Another tab has signed another person in, under whose name this one would send what the person before has typed.
  mine.adminDraft.drop()
  mine.adminSave.drop()
  location.reload()
}

/** @param {Promise<Identity>} asked */
const learn = async (asked) => {
  try {
    const who = await asked
    // What the person before has typed or sent on this device belongs to that person.
    if ((mine.name.get() ?? who.name) !== who.name) forgetMine()
    if (reader === null) addEventListener("storage", followOtherTabs)
    reader = who.name
    mine.name.keep(who.name)
    mine.role.keep(who.role)
    return who
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) mine.role.drop()
    throw error
  }
}

/** @returns {Promise<Identity>} */
const ask = async () => {
  /** @type {Asked} */
  const asked = await request("api/session")
  if (asked.name === null) throw new ApiError(401, "unauthorized", "")
  return asked
}

/** The signed-in person. An ApiError with 401 if there is none, although the server's response is not an error. */
export const whoIsThere = () => learn(ask())

/** @param {{ token: string } | { code: string }} credential @returns {Promise<Identity>} */
export const signIn = (credential) =>
  learn(request("api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(credential) }))

/** Ends the session, then clears what was kept for its person. A refusal means that the session has already ended. */
export const signOut = async () => {
  try {
    await request("api/session", { method: "DELETE" })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
  }
  forgetMine()
}

/** Opens the sign-in page, which leads back here. `ended`: a session has ended. @param {boolean} ended */
export const goToSignIn = (ended) => {
  mine.figures.drop()
  const here = location.pathname.slice(serviceRoot().length) + location.search + location.hash
  const address = new URLSearchParams({ next: `/${here}`, ...(ended ? { ended: "1" } : {}) })
  location.replace(`sign-in?${address}`)
}

/** The first page of a role. @param {Role} role */
export const homeOf = (role) => role === "entry" ? "enter" : role === "view" || role === "feed" ? "./" : "admin"
