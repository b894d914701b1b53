import { hold, same } from "../Broken.ts"
import type { Dice } from "../Dice.ts"
import type { Answer, Call } from "../Exchange.ts"
import type { Posting } from "../Rules.ts"
import type { World } from "../World.ts"
import { launch } from "./Launch.ts"
import { codeOf } from "./Requests.ts"

const minute = 60_000

/** Sends a request whose effects are known, and sometimes kills the process in the middle of it. */
export const change = (
  world: World,
  dice: Dice,
  call: Call,
  postings: ReadonlyArray<Posting>,
  expected: readonly [number, unknown]
): { readonly done: boolean; readonly answer: Answer | undefined } => {
  const { model } = world
  model.expects(postings)
  if (dice.chance(0.03)) {
    const answer = world.askAndKill(call, dice.between(0, 60))
    hold(model.undone() === 0 || model.undone() === postings.length, "a change is done whole or not at all", () =>
      `${model.undone()} of ${postings.length} are missing`)
    if (answer !== undefined) {
      same("a request is answered as it should", codeOf(answer), expected)
      hold(model.undone() === 0, "what was acknowledged is stored", () => `${model.undone()} are missing`)
    }
    const done = model.undone() === 0
    model.expectsNothing()
    world.pass(dice.between(0, 10 * minute))
    launch(world, dice)
    return { done: done && (postings.length > 0 || answer !== undefined), answer }
  }
  const answer = world.ask(call)
  same("a request is answered as it should", codeOf(answer), expected)
  same("what was acknowledged is stored", model.undone(), 0)
  return { done: true, answer }
}

/** Like `change`, sometimes with an idempotency key, with which a later step repeats the request. */
export const changeOnce = (
  world: World,
  dice: Dice,
  asked: Call,
  postings: ReadonlyArray<Posting>,
  expected: readonly [number, unknown]
) => {
  if (!dice.chance(0.3)) return void change(world, dice, asked, postings, expected)
  const key = `key-${dice.between(1, 1_000_000)}`
  if (world.keys.holds(key)) return
  const call = { ...asked, headers: { ...asked.headers, "idempotency-key": key } }
  const at = world.clock.wall()
  const { answer, done } = change(world, dice, call, postings, expected)
  if (expected[0] === 200 && done) world.keys.keep(key, at, call, answer?.text)
}
