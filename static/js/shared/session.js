// @ts-check
import { asked } from "./address.js"
import { forgetMine, mine } from "./mine.js"
import { ApiError, request } from "./request.js"

/** @typedef {import("./roles.js").Role} Role */
/** @typedef {{ name: string, role: Role, session: number | null }} Identity `admin` is the name of the master token's holder */

/** @param {Promise<Identity>} asked */
const learn = async (asked) => {
  try {
    const who = await asked
    mine.role.keep(who.role)
    return who
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) mine.role.drop()
    throw error
  }
}

/** Who is signed in; an ApiError of 401 where there is no session. @returns {Promise<Identity>} */
export const whoIsThere = () => learn(request("/api/session"))

/** @param {{ token: string } | { code: string }} credential @returns {Promise<Identity>} */
export const signIn = (credential) =>
  learn(request("/api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(credential) }))

export const signOut = () => {
  forgetMine()
  return request("/api/session", { method: "DELETE" })
}

/** Leads to the sign-in page, and from there back here; `ended` says that a session is over. @param {boolean} ended */
export const goToSignIn = (ended) => {
  const address = new URLSearchParams({ next: location.pathname + location.search + location.hash, ...(ended ? { ended: "1" } : {}) })
  location.replace(`/sign-in?${address}`)
}

/** The page where a role begins. @param {Role} role */
export const homeOf = (role) => role === "entry" ? "/enter" : role === "view" || role === "feed" ? "/" : "/admin"

/**
 * Where the address says to go on, if that is a page of this service. The server redirects without the fragment, which the
 * browser then adds to the address of the sign-in. @returns {string | undefined}
 */
export const askedNext = () => {
  const next = asked("next")
  if (next === null || !URL.canParse(next, location.origin)) return undefined
  const url = new URL(next, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + (url.hash || location.hash) : undefined
}
