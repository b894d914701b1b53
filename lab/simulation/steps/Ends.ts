import { hold, same } from "../Broken.ts"
import type { Dice } from "../Dice.ts"
import type { Answer } from "../Exchange.ts"
import { adminToken } from "../ServiceLayer.ts"
import type { World } from "../World.ts"
import { codeOf, get, json, parsed } from "./Requests.ts"
import type { Step } from "./Step.ts"
import { earliest } from "./Values.ts"

const minute = 60_000
const hour = 60 * minute
const invitation = 15 * minute

/** A credential, and the ways in which it can end: by a person, for good, or by time. */
interface Key {
  readonly what: string
  /** Whether the service accepts the credential now. Trying an invitation uses it up. */
  readonly isAccepted: () => boolean
  readonly ends: ReadonlyArray<() => void>
  readonly endsByTime: ReadonlyArray<() => void>
  /** Frees the name for the next guest. */
  readonly clear: () => void
}

const guest = { name: "guest", role: "view" }

const done = (answer: Answer) => same("people are administered", codeOf(answer), [200, undefined])

const created = ({ ask }: World, path: string, body: Readonly<Record<string, unknown>>) => {
  const answer = ask(json("POST", path, body))
  done(answer)
  const { code, secret, token } = parsed(answer) as {
    readonly code?: string
    readonly secret?: string
    readonly token: { readonly id: number }
  }
  const revocation = json("DELETE", `/api/admin/tokens/${token.id}`, {})
  return { secret: code ?? secret ?? "", revoke: () => done(ask(revocation)), clear: () => void ask(revocation) }
}

/** Ends the last day of a token: time passes, or an operator sets the clock ahead. */
const nextDay = (world: World, dice: Dice) => () => {
  if (dice.chance(0.5)) return world.pass(26 * hour)
  world.setWall(26 * hour)
  world.live(1_000)
}

const guestToken = (world: World, dice: Dice) => {
  // A token ends by the wall calendar.
  const today = world.calendar.dateAt(world.clock.wall())
  const isDated = today >= earliest && dice.chance(0.5)
  const { clear, revoke, secret } = created(world, "/api/admin/tokens", { ...guest, ...(isDated ? { expires_on: today } : {}) })
  return { secret, clear, ends: [revoke], endsByTime: isDated ? [nextDay(world, dice)] : [] }
}

const tokenKey = (world: World, dice: Dice): Key => {
  const { secret, ...key } = guestToken(world, dice)
  const isAccepted = () => world.ask({ ...get("/api/session"), headers: { "x-admin-token": secret } }).status === 200
  return { what: "a token", isAccepted, ...key }
}

const signedIn = ({ ask }: World, body: Readonly<Record<string, string>>) => {
  const { headers: _, ...call } = json("POST", "/api/session", body)
  return ask({ ...call, headers: { "content-type": "application/json" } })
}

const sessionKey = (world: World, dice: Dice): Key => {
  const { ask } = world
  const { clear, ends, endsByTime, secret } = dice.chance(0.3)
    ? { clear: () => undefined, ends: [], endsByTime: [], secret: adminToken }
    : guestToken(world, dice)
  const answer = signedIn(world, { token: secret })
  done(answer)
  const [cookie = ""] = String(answer.headers["set-cookie"]).split(";")
  const headers = { cookie, "sec-fetch-site": "same-origin" }
  const { session } = parsed(answer)
  const signOut = () => done(ask({ method: "DELETE", url: "/api/session", headers }))
  const endIt = () => done(ask(json("DELETE", `/api/admin/sessions/${String(session)}`, {})))
  return {
    what: "a session",
    isAccepted: () => parsed(ask({ method: "GET", url: "/api/session", headers }))["session"] === session,
    ends: [...ends, signOut, endIt],
    endsByTime,
    clear
  }
}

const invitationKey = (world: World): Key => {
  const { clear, revoke, secret } = created(world, "/api/admin/invitations", guest)
  const isAccepted = () => signedIn(world, { code: secret }).status === 200
  return { what: "an invitation", isAccepted, ends: [revoke, () => void isAccepted()], endsByTime: [() => world.live(invitation)], clear }
}

/** The clock is set back to before an end, while the service runs or before its next start. */
const setBack = (world: World, dice: Dice, millis: number) => {
  const isRestart = dice.chance(0.5)
  if (isRestart && dice.chance(0.5)) world.stop()
  else if (isRestart) world.kill(dice.between(0, 40))
  world.setWall(-millis)
  if (isRestart) world.launch()
}

/** A token, a session or an invitation ends, by time, or by a person's request. Then the clock is set back to before the end. */
export const ends: Step = (world, dice) => {
  const key = dice.pick([tokenKey, sessionKey, invitationKey])(world, dice)
  if (key.what !== "an invitation") hold(key.isAccepted(), "a credential is accepted until it ends", () => key.what)
  const isOver = () => hold(!key.isAccepted(), "what has ended stays ended", () => `${key.what} is accepted`)
  const isByTime = key.endsByTime.length > 0 && dice.chance(0.5)
  dice.pick((isByTime ? key.endsByTime : key.ends) as [() => void])()
  isOver()
  const millis = dice.pick([dice.between(minute, hour), dice.between(hour, 30 * hour)])
  if (!isByTime) {
    setBack(world, dice, millis)
    isOver()
  }
  world.live(dice.between(0, 2 * minute))
  isOver()
  key.clear()
  if (!isByTime && dice.chance(0.7)) world.setWall(millis)
  world.live(1_000)
}
