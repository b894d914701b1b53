import { productOf } from "../Bots.ts"
import { hold, same } from "../Broken.ts"
import { linesOf, mainBot, mainChat } from "../model/Lines.ts"
import { codeOf, json, withToken } from "./Requests.ts"
import type { Step } from "./Step.ts"

export const testPush: Step = (world, dice) => {
  const { outbox } = world.model
  const lines = linesOf(world.model.settings())
  const { bot, name } = lines[dice.between(0, lines.length - 1)] ?? { bot: mainBot, name: mainChat }
  const chat = name === mainChat && dice.chance(0.5) ? {} : { chat: name }
  outbox.beginTest(name)
  const messages = { ...outbox.counts }
  const began = world.clock.awake()
  const answer = world.ask(json("POST", "/api/admin/test_push", dice.chance(0.3) ? chat : { amount: 12.34, reason: "hello", ...chat }))
  const sent = outbox.endTest()
  const took = world.clock.awake() - began
  hold(took <= 10_000, "a test push takes 10 s at most", () => `${took} ms`)
  same("a test push walks the formats of the product", sent.map(({ format }) => format), productOf(bot).formats.slice(0, sent.length))
  // A late reply counts as no reply. Between 2 and 10 s, that depends on the wait for the rate limit.
  const arrived = sent.at(-1)?.reply.meaning === "delivered" && answer.status === 200
  hold(arrived || sent.every(({ latency, reply }) => reply.meaning !== "delivered" || latency > 2_000),
    "a test push ends with the format that is delivered", () => answer.text)
  same("a test push reports its result", codeOf(answer), arrived ? [200, undefined] : [502, "push_failed"])
  const posted = (counts: typeof messages) => counts.pending + counts.delivered + counts.failed
  hold(took > 0 || posted(outbox.counts) === posted(messages), "a test push stores nothing", () => JSON.stringify(outbox.counts))
}

export const resend: Step = (world, dice) => {
  const { outbox } = world.model
  const ids = [...outbox.messages.values()].filter(({ state }) => state !== "delivered").map(({ id }) => id)
  const id = ids.length > 0 && dice.chance(0.9) ? ids[dice.between(0, ids.length - 1)] ?? 0 : dice.between(1, outbox.messages.size + 2)
  const lines = linesOf(world.model.settings()).map(({ name }) => name)
  const message = outbox.messages.get(id)
  const isGone = message !== undefined && !lines.includes(message.chat)
  // While a request is in flight, its message keeps its chat: whether it has arrived there is unknown.
  const isFree = message !== undefined && message.sent === null
  const other = isFree && (isGone || dice.chance(0.2)) && dice.chance(0.8) ? lines[dice.between(0, lines.length - 1)] : undefined
  const url = `/api/admin/notifications/${id}/resend`
  if (isGone && other === undefined && message.state !== "delivered") {
    const answer = world.ask({ method: "POST", url, headers: withToken })
    return same("a message for a chat that is removed is sent again only to another one", codeOf(answer), [400, "invalid_request"])
  }
  const known = outbox.resent(id, other ?? message?.chat ?? mainChat)
  const answer = world.ask(other === undefined ? { method: "POST", url, headers: withToken } : json("POST", url, { chat: other }))
  same("a message that waits or failed can be sent again", codeOf(answer), known ? [200, undefined] : [404, "not_found"])
}
