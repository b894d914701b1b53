import type { Responses } from "../../../src/Api/Responses.ts"
import { serviceRoot } from "./address.ts"
import { forgetMine, mine } from "./mine.ts"
import { ApiError, request } from "./request.ts"
import type { Role } from "./roles.ts"

export type { Role }

type Asked = Responses["identity"]
/** `admin` is the name of the master token's holder */
export type Identity = Extract<Asked, { name: string }>

/** The person for whom this page was drawn. */
let reader: string | null = null

const followOtherTabs = () => {
  const name = mine.name.get()
  if (name === null || name === reader) return
  // Another tab has signed another person in, under whose name this one would send what the person before has typed.
  location.reload()
}

const learn = async (asked: Promise<Identity>) => {
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

const ask = async (): Promise<Identity> => {
  const asked: Asked = await request("api/session")
  if (asked.name === null) throw new ApiError(401, "unauthorized", "")
  return asked
}

/** The signed-in person. An ApiError with 401 if there is none, although the server's response is not an error. */
export const whoIsThere = () => learn(ask())

export const signIn = (credential: { token: string } | { code: string }): Promise<Identity> =>
  learn(request("api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(credential) }))

/** Whether the person is signing out here. What the server refuses from then on is no news. */
let isLeaving = false

/** Ends the session, then clears what was kept for its person. A refusal means that the session has already ended. */
export const signOut = async () => {
  isLeaving = true
  try {
    await request("api/session", { method: "DELETE" })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
      isLeaving = false
      throw error
    }
  }
  forgetMine()
}

/** Opens the sign-in page, which leads back here. `ended`: a session has ended. */
export const goToSignIn = (ended: boolean) => {
  if (isLeaving) return
  mine.figures.drop()
  const here = location.pathname.slice(serviceRoot().length) + location.search + location.hash
  const address = new URLSearchParams({ next: `/${here}`, ...(ended ? { ended: "1" } : {}) })
  location.replace(`sign-in?${address}`)
}

/** The first page of a role. */
export const homeOf = (role: Role) => role === "entry" ? "enter" : role === "view" || role === "feed" ? "./" : "admin"
