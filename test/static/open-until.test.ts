import { assert, describe, it } from "@effect/vitest"

interface Clock {
  readonly hear: (instant: string) => void
  readonly follow: (today: { readonly date: string; readonly ends_at?: string }) => void
  readonly today: () => string
  readonly wallDate: () => string
  readonly openUntil: () => string | null
}

const page = (path: string) => import(new URL(`../../static/scripts/${path}.ts`, import.meta.url).href)

Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { dataset: { home: "" }, lang: "zh" } } })
const { makeClock }: { readonly makeClock: () => Clock } = await page("shared/live/clock")
const { settledNext }: { readonly settledNext: (metrics: object) => string } = await page("shared/next-cutoff")
const { isPastCutoff }: { readonly isPastCutoff: (cutoff: object, date: string) => boolean } = await page("shared/entry/cutoff")
const { drafts }: {
  readonly drafts: { readonly settle: (shown: string, shop: object) => string | null; readonly keep: (draft: object) => void }
} = await page("enter/draft")

const night = { date: "2026-11-21", ends_at: "2026-11-22T04:00:00+08:00" }

/** A page that received the server's response at that local time in the night of the 21st. */
const at = (time: string, day: { readonly date: string; readonly ends_at?: string } = night) => {
  const clock = makeClock()
  clock.hear(`${time}+08:00`)
  clock.follow(day)
  return [clock.wallDate(), clock.today(), clock.openUntil()]
}

// Rule 4.7.
describe("a day that ends after midnight", () => {
  it("is today on the pages until it ends, and they say so from midnight on", () => {
    assert.deepStrictEqual(at("2026-11-21T23:59:58"), ["2026-11-21", "2026-11-21", null])
    assert.deepStrictEqual(at("2026-11-22T00:00:00"), ["2026-11-22", "2026-11-21", "04:00"])
    assert.deepStrictEqual(at("2026-11-22T03:59:58"), ["2026-11-22", "2026-11-21", "04:00"])
    // Without a later response, the page concludes that the next day has begun.
    assert.deepStrictEqual(at("2026-11-22T04:00:00"), ["2026-11-22", "2026-11-22", null])
    assert.deepStrictEqual(at("2026-11-23T01:00:00"), ["2026-11-23", "2026-11-22", null])
    assert.deepStrictEqual(at("2026-11-23T05:00:00"), ["2026-11-23", "2026-11-23", null])
  })

  it("is the date of the calendar where it ends at midnight", () =>
    assert.deepStrictEqual(at("2026-11-22T01:00:00", { date: "2026-11-22" }), ["2026-11-22", "2026-11-22", null]))

  it("is past its cutoff only after that of the night", () => {
    const before = { next_cutoff: "2026-11-22T02:30:00+08:00", today: night }
    const after = { next_cutoff: "2026-11-23T02:30:00+08:00", today: night }
    assert.deepStrictEqual([settledNext(before), settledNext(after)], ["2026-11-21", "2026-11-22"])
    const plain = { next_cutoff: "2026-11-22T23:00:00+08:00", today: { date: "2026-11-21" } }
    assert.strictEqual(settledNext(plain), "2026-11-22")
    const cutoff = { nextCutoff: before.next_cutoff, settledNext: settledNext(before), now: "2026-11-22T01:00:00+08:00" }
    assert.deepStrictEqual(["2026-11-20", "2026-11-21", "2026-11-22"].map((date) => isPastCutoff(cutoff, date)), [true, false, false])
    assert.isTrue(isPastCutoff({ ...cutoff, now: "2026-11-22T02:30:00+08:00" }, "2026-11-21"))
  })

  it("gets what was typed in its night before the page knew the day", () => {
    const stored = new Map<string, string>()
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key)
      }
    })
    drafts.keep({
      date: null,
      asked: null,
      at: performance.timeOrigin + performance.now() - 4 * 3_600_000,
      amount: "5",
      note: "",
      closed: false,
      tried: false,
      seen: null
    })
    const shop = { now: "2026-11-22T05:00:00+08:00", today: "2026-11-22", endsAt: "2026-11-23T04:00:00+08:00" }
    assert.strictEqual(drafts.settle("2026-11-22", shop), "2026-11-21")
  })
})
