import type { Posting } from "../Rules.ts"
import { change } from "./Change.ts"
import { json } from "./Requests.ts"
import type { Step } from "./Step.ts"
import { someCents, someMonth, someName } from "./Values.ts"

/** A manager sets the goal of a month, or clears it. */
export const setGoal: Step = (world, dice) => {
  const { model } = world
  const month = dice.chance(0.1) ? dice.pick(["2026-13", "9999-01", "1999-12"]) : someMonth(world, dice)
  const goal = dice.chance(0.3) ? null : dice.chance(0.1) ? 0 : someCents(dice)
  const actor = someName(dice)
  const before = model.goals.get(month) ?? null
  const refused = month === "2026-13" || month < "2000-01" ?
    [400, "invalid_request"] as const
    : month === "9999-01" ?
    [422, "date_in_future"] as const
    : undefined
  const posting: Posting = { action: "goal", date: `${month}-01`, before, after: goal, source: null, reason: "", actor }
  const postings = refused !== undefined || goal === before ? [] : [posting]
  change(world, dice, json("PUT", `/api/admin/goals/${month}`, { goal: goal === null ? null : goal / 100, actor }), postings,
    refused ?? [200, undefined])
}
