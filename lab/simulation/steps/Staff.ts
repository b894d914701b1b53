import { plusDays } from "../Almanac.ts"
import { same } from "../Broken.ts"
import type { Dice } from "../Dice.ts"
import type { Answer, Call } from "../Exchange.ts"
import { type Day, figureOf, type Mark, type Posting } from "../Rules.ts"
import type { Member, Role } from "../Staff.ts"
import type { World } from "../World.ts"
import { change } from "./Change.ts"
import { codeOf, get, json, parsed } from "./Requests.ts"
import type { Step } from "./Step.ts"
import { earliest, opening, someCents, someName } from "./Values.ts"

const mostMembers = 5
const entryDays = 7

const unauthorized = [401, "unauthorized"] as const
const forbidden = [403, "forbidden"] as const
const done = [200, undefined] as const

const by = ({ secret }: Member, call: Call): Call => ({ ...call, headers: { ...call.headers, "x-admin-token": secret } })

const someRole = (dice: Dice): Role => dice.pick(["view", "entry", "entry", "entry", "manager", "manager", "admin"])

const hire = ({ ask, staff }: World, dice: Dice) => {
  const name = `staff ${staff.members.length + 1}`
  const role = someRole(dice)
  const answer = ask(json("POST", "/api/admin/tokens", { name, role }))
  same("a token is created", codeOf(answer), done)
  const { secret, token } = parsed(answer) as { readonly secret: string; readonly token: { readonly id: number } }
  staff.members.push({ id: token.id, name, role, secret, revoked: false })
}

/** Checks that the service knows the token's name and role, or refuses the token. */
const judgeToken = ({ ask }: World, member: Member) => {
  const answer: Answer = ask(by(member, get("/api/session")))
  if (member.revoked) same("a revoked token is refused in the next request", codeOf(answer), unauthorized)
  else same("a token has its name and role", [parsed(answer)["name"], parsed(answer)["role"]], [member.name, member.role])
}

/** Revokes a token that the service has just accepted, or changes its role. */
const administer = (world: World, dice: Dice, member: Member) => {
  judgeToken(world, member)
  const path = `/api/admin/tokens/${member.id}`
  const isEnd = dice.chance(0.4)
  const role = someRole(dice)
  const answer = world.ask(isEnd ? json("DELETE", path, {}) : json("PATCH", path, { role }))
  same("a token is changed until it is revoked", codeOf(answer), member.revoked ? [404, "not_found"] : done)
  if (member.revoked) return
  if (isEnd) member.revoked = true
  else member.role = role
  judgeToken(world, member)
}

/** The refusal, if it follows from the token alone. */
const barred = ({ revoked, role }: Member) => revoked ? unauthorized : role === "view" ? forbidden : undefined

const enter = (world: World, dice: Dice, member: Member): Entered | undefined => {
  const { model, staff } = world
  const today = model.today()
  const date = dice.weighted([
    [6, today],
    [4, plusDays(today, -dice.between(1, entryDays))],
    [4, plusDays(today, -dice.between(entryDays, entryDays + 1))],
    [1, plusDays(today, 1)]
  ])
  const day = model.days.get(date)
  const isOpen = day === undefined || day.running !== undefined || day.source === "generated" || staff.entryOf(date) !== undefined
  const mark = model.marks.get(date)
  // In the simulation, only the master token marks days.
  const isBeyond = member.role === "entry" && (date < plusDays(today, -entryDays) || !isOpen || mark?.closed === true)
  const refused = barred(member) ?? (date < earliest ? [400, "invalid_request"] as const : undefined) ??
    (date > today && day === undefined ? [422, "date_in_future"] as const : isBeyond ? forbidden : undefined)
  const typed = dice.chance(0.5) ? someName(dice) : undefined
  const actor = typed === undefined ? member.name : `${member.name} (typed: ${typed})`
  const cents = someCents(dice)
  const posting: Posting = { action: "correct", date, before: figureOf(day), after: cents, source: "manual", reason: "", actor }
  const asked = json("PUT", "/api/admin/turnover", { date, amount: cents / 100, ...(typed === undefined ? {} : { actor: typed }) })
  const postings = refused === undefined ? [...opening(world, date, actor), posting] : []
  const result = change(world, dice, by(member, asked), postings, refused ?? done)
  if (refused !== undefined || !result.done) return undefined
  staff.noteFigure(date, member)
  return { member, date, id: model.audits.findLast((row) => row.date === date)?.id ?? 0, day, mark }
}

/** The role `entry` may not withdraw a figure. It may only undo its entry. */
const withdraw = (world: World, dice: Dice, member: Member) => {
  const { model } = world
  const date = plusDays(model.today(), -dice.between(0, 2))
  const day = model.days.get(date)
  const mayNot = !member.revoked && member.role === "entry" ? forbidden : barred(member)
  const refused = mayNot ?? (day === undefined ? [404, "not_found"] as const : undefined)
  const postings: ReadonlyArray<Posting> = refused !== undefined || day === undefined
    ? []
    : [{ action: "withdraw", date, before: day.cents, after: null, source: day.source, reason: "typed twice", actor: member.name }]
  change(world, dice, by(member, json("DELETE", `/api/admin/turnover/${date}`, { reason: "typed twice" })), postings, refused ?? done)
}

/** The newest change of a day, with the day as it was before: a member's entry, or a running amount that has become final. */
interface Entered {
  readonly member?: Member
  readonly date: string
  readonly id: number
  readonly day: Day | undefined
  readonly mark: Mark | undefined
}

/** Undoes a change, by the member who made it or by a different one. */
const undo = (world: World, dice: Dice, { date, day, id, mark, member: enterer }: Entered) => {
  const { model, staff } = world
  const member = enterer !== undefined && dice.chance(0.7) ? enterer : dice.pick(staff.members as [Member, ...Array<Member>])
  const now = model.days.get(date)
  const isNewest = model.audits.findLast((row) => row.date === date)?.id === id
  const isPast = date < model.today() || (date === model.today() && model.isPast())
  const refused = barred(member) ??
    (!isNewest
      ? [409, "changed_meanwhile"] as const
      : member.role === "entry" && member !== enterer
      ? forbidden
      : member.role === "entry" && figureOf(day) === null && isPast
      ? [409, "cutoff_passed"] as const
      : undefined)
  const { closed = false, note = "" } = mark ?? {}
  const restored: Posting = {
    action: "undo",
    date,
    before: now?.cents ?? null,
    after: day?.cents ?? null,
    source: (day ?? now)?.source ?? null,
    reason: "",
    actor: member.name
  }
  const closing: Posting = { action: "close", date, before: null, after: null, source: null, reason: note, actor: member.name }
  const postings = refused !== undefined ? [] : closed ? [closing, restored] : [restored]
  model.restores(date, day)
  change(world, dice, by(member, json("POST", `/api/admin/changes/${id}/undo`, {})), postings, refused ?? done)
}

/** The running amount that has become final today or yesterday, if nobody has changed the day since. */
const madeFinal = ({ model }: World): Entered | undefined =>
  [model.today(), plusDays(model.today(), -1)].flatMap((date) => {
    const { action, id, source } = model.audits.findLast((row) => row.date === date) ?? {}
    const day = model.days.get(date)
    if (action !== "finalize" || source !== "feed" || id === undefined || day?.changed === undefined) return []
    return [{ date, id, day: { ...day, final: false, running: { audited: day.cents } }, mark: model.marks.get(date) }]
  })[0]

/** A member undoes what the cutoff has made final of a till's pushes. */
export const takeBack: Step = (world, dice) => {
  const settled = madeFinal(world)
  if (settled !== undefined && world.staff.members.length > 0) undo(world, dice, settled)
}

/** A person with a named token changes a day, or the admin changes the tokens. */
export const staffStep: Step = (world, dice) => {
  const { members } = world.staff
  if (members.filter(({ revoked }) => !revoked).length < mostMembers && (members.length === 0 || dice.chance(0.3))) return hire(world, dice)
  // Chooses from the newest of a long list, because most of the others are revoked.
  const member = dice.pick(members.slice(-2 * mostMembers) as [Member, ...Array<Member>])
  const entered = dice.weighted([[8, enter], [3, withdraw], [4, administer]])(world, dice, member)
  if (entered !== undefined && dice.chance(0.5)) undo(world, dice, entered)
}
