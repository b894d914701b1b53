import { plusDays } from "../Almanac.ts"
import { same } from "../Broken.ts"
import { figureOf, type Posting } from "../Rules.ts"
import { changeOnce } from "./Change.ts"
import { codeOf, json } from "./Requests.ts"
import type { Step } from "./Step.ts"
import { earliest, opening, someCents, someDate, someName } from "./Values.ts"

export const correct: Step = (world, dice) => {
  const { model } = world
  const date = someDate(world, dice)
  const cents = someCents(dice)
  const reason = dice.pick(["", "till recounted", "漏记一笔", "second count"])
  const actor = someName(dice)
  const faulty = dice.chance(0.08)
  const amount = faulty ? dice.pick([-1, 12.345, 1e10, "12"]) : cents / 100
  const refused = faulty || date < earliest ?
    [400, "invalid_request"] as const
    : date > model.today() && !model.days.has(date)
    ? [422, "date_in_future"] as const
    : undefined
  const posting: Posting = {
    action: "correct",
    date,
    before: figureOf(model.days.get(date)),
    after: cents,
    source: "manual",
    reason,
    actor
  }
  const asked = json("PUT", "/api/admin/turnover", { date, amount, reason, actor })
  changeOnce(world, dice, asked, refused === undefined ? [...opening(world, date, actor), posting] : [], refused ?? [200, undefined])
}

export const withdraw: Step = (world, dice) => {
  const { model } = world
  const known = [...model.days.keys()].sort().slice(-40)
  const date = known.length > 0 && dice.chance(0.85) ? known[dice.between(0, known.length - 1)] ?? "" : someDate(world, dice)
  const day = model.days.get(date)
  const actor = someName(dice)
  const reason = dice.pick(["wrong day", "记错日期", "", "  "])
  const missing = reason.trim() === ""
  const expected = missing
    ? [400, "invalid_request"] as const
    : day === undefined
    ? [404, "not_found"] as const
    : [200, undefined] as const
  const postings: ReadonlyArray<Posting> = day === undefined || expected[0] !== 200 ?
    [] :
    [{ action: "withdraw", date, before: day.cents, after: null, source: day.source, reason, actor }]
  changeOnce(world, dice, json("DELETE", `/api/admin/turnover/${date}`, { reason, actor }), postings, expected)
}

export const markDay: Step = (world, dice) => {
  const { model } = world
  const date = dice.chance(0.3) ? plusDays(model.today(), dice.between(0, 2)) : someDate(world, dice)
  const before = { closed: false, note: "", ...model.marks.get(date) }
  const actor = someName(dice)
  const asked = {
    ...(dice.chance(0.8) ? { closed: dice.chance(0.6) } : {}),
    ...(dice.chance(0.5) ? { note: dice.pick(["", "rain", "春节"]) } : {})
  }
  const { closed, note } = { closed: before.closed, note: before.note, ...asked }
  const refused = date < earliest ?
    [400, "invalid_request"] as const
    : date > plusDays(model.today(), 366) ?
    [422, "date_in_future"] as const
    : asked.closed === true && model.days.has(date)
    ? [409, "day_has_figure"] as const
    : undefined
  const action = closed === before.closed ? "note" as const : closed ? "close" as const : "open" as const
  const postings: ReadonlyArray<Posting> = refused !== undefined || (action === "note" && note === before.note) ?
    [] :
    [{ action, date, before: null, after: null, source: null, reason: note, actor }]
  changeOnce(world, dice, json("PUT", `/api/admin/days/${date}`, { ...asked, actor }), postings, refused ?? [200, undefined])
}

/**
 * Repeats a request with its key. A repeated request gets the first response for a day; a different request with the same key is
 * refused.
 */
export const again: Step = (world, dice) => {
  const kept = world.keys.some(dice)
  if (kept === undefined) return
  world.model.expects([])
  const other = dice.chance(0.2)
  const asked = other
    ? { ...kept.call, body: JSON.stringify({ ...JSON.parse(kept.call.body ?? "{}"), actor: "another person" }) }
    : kept.call
  const answer = world.ask(asked)
  same("a repeated request is answered as the first one", codeOf(answer), other ? [422, "idempotency_key_reused"] : [200, undefined])
  if (!other && kept.answer !== undefined) same("a repeated request gets the first one's answer", answer.text, kept.answer)
}
