import { plusDays } from "../Almanac.ts"
import { hold, same } from "../Broken.ts"
import type { Dice } from "../Dice.ts"
import type { Call } from "../Exchange.ts"
import { figureOf, type Posting } from "../Rules.ts"
import type { World } from "../World.ts"
import { change } from "./Change.ts"
import { codeOf, json, parsed } from "./Requests.ts"
import { takeBack } from "./Staff.ts"
import type { Step } from "./Step.ts"
import { earliest, someCents } from "./Values.ts"

const minute = 60_000
const name = "pos"

const secretOf = ({ ask, staff }: World): string => {
  if (staff.till.secret !== undefined) return staff.till.secret
  const answer = ask(json("POST", "/api/admin/tokens", { name, role: "feed" }))
  same("a token is created", codeOf(answer), [200, undefined])
  staff.till.secret = (parsed(answer) as { readonly secret: string }).secret
  return staff.till.secret
}

/** The refusal of a push by the model's own reading of the rules; undefined if the push is accepted. */
const refusalOf = ({ model }: World, date: string, cents: number) => {
  const today = model.today()
  const day = model.days.get(date)
  if (date < earliest) return [400, "invalid_request"] as const
  if (date > today) return [422, "date_in_future"] as const
  if (figureOf(day) !== null)
    return day?.final === true && day.source === "feed" && day.cents === cents ? undefined : [409, "already_final"] as const
  if (model.isClosed(date)) return [409, "closed"] as const
  const first = [...model.days.keys()].reduce((one, other) => (other < one ? other : one), "9999-12-31")
  const isMissing = date >= first && date >= plusDays(today, -31)
  if (model.isCleared(date) && day === undefined || date !== today && !isMissing) return [409, "not_open"] as const
  return undefined
}

const push = (world: World, dice: Dice, date: string) => {
  const { clock, model, observer } = world
  const day = model.days.get(date)
  const cents = day !== undefined && dice.chance(0.2) ? day.cents : someCents(dice)
  const final = dice.chance(0.15)
  const call: Call = {
    ...json("PUT", `/api/feed/${date}`, { amount: cents / 100, ...(final ? { final } : {}) }),
    headers: { "x-admin-token": secretOf(world), "content-type": "application/json" }
  }
  const isPast = clock.wall() >= model.cutoffOf(date)
  // An amount that the settlement is about to make final counts as final.
  const refused = refusalOf(world, date, cents) ??
    (!final && isPast && model.becomesFinal(date) ? [409, "already_final"] as const : undefined)
  const record = (reason: string): Posting => ({ action: "feed", date, before: null, after: cents, source: "feed", reason, actor: name })
  const isRepeated = figureOf(day) !== null
  if (refused !== undefined || isRepeated || final || day === undefined) {
    const postings = refused !== undefined || isRepeated ? [] : [record(final ? "" : "so far")]
    return void change(world, dice, call, postings, refused ?? [200, undefined])
  }
  // Only the first running amount of a day has a record.
  model.expects([])
  const before = clock.wall()
  same("a request is answered as it should", codeOf(world.ask(call)), [200, undefined])
  const stored = observer.days().find((row) => row.date === date)
  const at = stored?.changed_at ?? NaN
  hold(at >= before && at <= clock.wall(), "what a till has counted so far has the time of its push", () => `${at} at ${clock.wall()}`)
  same("what a till has counted so far is stored", [stored?.amount_cents, stored?.is_final, stored?.source], [cents, 0, "feed"])
  model.pushed(date, { ...day, cents, changed: { at, by: name } })
}

/** A till pushes during the day: once, a few times, or until after the cutoff. */
export const till: Step = (world, dice) => {
  const { model } = world
  const cleared = [...model.marks.keys()].filter((date) => date <= model.today() && model.isCleared(date)).sort().at(-1)
  const dateOf = () =>
    dice.weighted([
      [14, model.today()],
      [4, cleared ?? model.today()],
      [3, plusDays(model.today(), -dice.between(1, 3))],
      [1, plusDays(model.today(), -dice.between(4, 40))],
      [1, plusDays(model.today(), 1)]
    ])
  push(world, dice, dateOf())
  if (dice.chance(0.5)) return
  const left = model.cutoffOf(model.today()) - world.clock.wall()
  const before = dice.between(0, 45 * minute)
  if (left > before && dice.chance(0.7)) world.pass(left - before)
  for (let count = dice.between(1, 4); count > 0 && world.isUp(); count -= 1) {
    push(world, dice, model.today())
    world.pass(dice.between(1, 15 * minute))
  }
  if (world.isUp() && dice.chance(0.5)) takeBack(world, dice)
}
