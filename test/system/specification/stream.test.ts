import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually, listen, type Product, product } from "./Product.ts"

describe("6.1: the event stream", () => {
  let shop: Product
  let stream: Awaited<ReturnType<typeof listen>>
  const end = new AbortController()
  beforeAll(async () => {
    shop = await product({ at: "2026-03-11T10:20:00+08:00" })
    stream = await listen(shop, end.signal)
  })
  afterAll(async () => {
    end.abort()
    await shop.close()
  })

  const ticks = () => stream.events.filter(({ data }) => data.type === "tick")

  it("4.13: is a stream of server-sent events", () => assert.match(stream.headers.get("content-type") ?? "", /^text\/event-stream/))
  it("5: needs no token", () => assert.strictEqual(stream.status, 200))
  it("has events with data lines of JSON and a type", async () => {
    const event = await eventually("an event", () => stream.events[0])
    assert.isString(event.data.type)
  })
  it("a tick has server_now", async () =>
    assert.match((await eventually("a tick", () => ticks()[0])).data.server_now, /^2026-03-11T10:2\d:\d\d(?:\.\d+)?\+08:00$/))
  it("a change of a figure forces no refresh", async () => {
    await shop.putJson("/api/admin/turnover", { date: "2026-03-10", amount: 1, reason: "", actor: "mei" })
    await eventually("the change", () => stream.events.find(({ data }) => data.type === "change"))
    assert.isUndefined(stream.events.find(({ data }) => data.type === "force_refresh"))
  })
  it("each event's type is tick, force_refresh or change", () =>
    assert.isTrue(stream.events.every(({ data }) => ["tick", "force_refresh", "change"].includes(data.type))))
})
