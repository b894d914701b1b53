import { assert, describe, it } from "@effect/vitest"

const page = (path: string) => import(new URL(`../../static/scripts/${path}.ts`, import.meta.url).href)

Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { lang: "zh" } } })
const { leadOf }: { readonly leadOf: (shop: object, day: object, why: string) => readonly [sentence: string, need: boolean] } = await page(
  "enter/lead"
)

const date = "2026-11-26"
const day = { date, amount: null, source: null, closed: false, open_to_entry: true }

/** What the page says above the amount of today at that time; the sentences are shown as keys, because no page has added its words. */
const lead = (time: string, change: object = {}) =>
  leadOf({
    who: { role: "entry" },
    today: date,
    now: `${date}T${time}+08:00`,
    nextCutoff: `${date}T23:00:00+08:00`,
    settledNext: date,
    cutoff: "23:00",
    toCome: { awaits: true, range: null },
    ...change
  }, day, "today")

describe("the line above the amount of today", () => {
  it("counts the time, and says what happens without an entry, in the last three hours before the cutoff", () => {
    assert.deepStrictEqual(lead("08:30:00"), ["cutoff.at", false])
    assert.deepStrictEqual(lead("20:00:00"), ["cutoff.at", false])
    assert.deepStrictEqual(lead("20:00:01"), ["cutoff.incutoff.to_wait", false])
    assert.deepStrictEqual(lead("22:59:01"), ["cutoff.sooncutoff.to_wait", false])
  })

  it("says all day that a till will be asked, so that nobody has to enter it", () => {
    const asks = { toCome: { awaits: false, range: null, to_ask: true } }
    assert.deepStrictEqual(lead("08:30:00", asks), ["cutoff.atenter.to_ask", false])
    assert.deepStrictEqual(lead("22:59:01", asks), ["cutoff.soonenter.to_ask", false])
  })

  it("says after the cutoff that the till is being asked, and needs nobody until it has not answered", () => {
    const after = { nextCutoff: "2026-11-27T23:00:00+08:00", settledNext: "2026-11-27" }
    const asked = { ...after, toCome: { awaits: true, range: null, asked_until: `${date}T23:05:00+08:00` } }
    assert.deepStrictEqual(lead("23:00:30", asked), ["cutoff.asking", false])
    assert.deepStrictEqual(lead("23:05:01", after), ["enter.past.cutoff", true])
  })
})
