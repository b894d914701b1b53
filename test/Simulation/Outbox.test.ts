import { assert, describe, it } from "@effect/vitest"
import type { BotRequest } from "../../lab/simulation/Chat.ts"
import { type Announcement, factsOf } from "../../lab/simulation/MessageFacts.ts"
import { mainBot, mainChat } from "../../lab/simulation/model/Lines.ts"
import { outbox } from "../../lab/simulation/model/Outbox.ts"
import type { Observer } from "../../lab/simulation/Observer.ts"
import { virtualClock } from "../../lab/simulation/VirtualClock.ts"

const shop = "示例门店"
const imported: Announcement = { kind: "imported", date: "2026-11-20", cents: 100, source: "import", actor: "admin" }
const final: Announcement = { kind: "finalized", date: "2026-11-21", cents: 200, source: "import" }

/** An import's message waits, and ten seconds later a message that goes before it is stored. */
const stored = () => {
  const clock = virtualClock(0)
  const main = { name: mainChat, bot: mainBot }
  const lines = { behind: () => [mainChat], all: () => [main] } as unknown as Parameters<typeof outbox>[2]
  const model = outbox(clock, {} as Observer, lines)
  const post = (id: number, announcement: Announcement) =>
    model.posted(announcement, [{ id, chat: mainChat, created_at: clock.wall() }], false)
  post(1, imported)
  clock.suspend(10_000)
  post(2, final)
  const arrives = (announcement: Announcement) =>
    model.onRequest(mainBot, { ...factsOf(announcement, shop), format: "card" } as unknown as BotRequest, shop)
  return { arrives, clock }
}

describe("a message that goes before one that waits", () => {
  it("does not overtake the request that left in the millisecond in which it was stored", () => {
    assert.strictEqual(stored().arrives(imported), imported)
  })

  it("goes first a millisecond later", () => {
    const { arrives, clock } = stored()
    clock.suspend(1)
    assert.throws(() => arrives(imported), "messages are sent in order")
    assert.strictEqual(arrives(final), final)
  })
})
