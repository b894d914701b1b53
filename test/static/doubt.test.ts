import { assert, it } from "vitest"

type Doubt = { readonly kind: string; readonly compared: number }
interface Page {
  readonly doubtOf: (day: object, amount: number) => Doubt | null
  readonly doubtWords: (day: object, amount: number, doubt: Doubt | null) => { readonly title: string }
}
const page = (path: string) => import(new URL(`../../static/scripts/shared/${path}.ts`, import.meta.url).href)
const root = { lang: "en", dataset: { after: "\u00a0€", before: "", locale: "de-DE" } }
Object.assign(globalThis, { document: { documentElement: root } })
const { doubtOf, doubtWords }: Page = await page("entry/doubt")
const { addWords } = await page("language")
addWords((await import("../../words/Amount.ts")).amountWords)

const first = { amount: null, source: null, is_final: false, mean4: null, mean4_days: 0, range: { min: 2800, max: 3600 } }
const said = (day: object, amount: number) => {
  const doubt = doubtOf({ ...first, ...day }, amount)
  return doubt === null ? null : [doubt.kind, doubt.compared]
}

const stored = { amount: 3388.1, source: "manual", is_final: true }
const usual = { mean4: 3500, mean4_days: 3 }

it("an amount is doubted that is exactly ten times or a tenth of the stored one, to the cent", () => {
  assert.deepStrictEqual(said(stored, 33_881), ["ten", 3388.1])
  assert.deepStrictEqual(said(stored, 338.81), ["tenth", 3388.1])
  assert.deepStrictEqual(said({ ...stored, amount: 3388 }, 338.8), ["tenth", 3388])
  assert.deepStrictEqual(said({ ...stored, range: null }, 33_881.01), null)
  // An estimate and a running amount are no counts.
  for (const record of [{ source: "generated" }, { source: "feed", is_final: false }])
    assert.isNull(said({ ...stored, ...record, range: null }, 33_881))
})

it("an amount is doubted beyond three times the usual one, and below a third of it", () => {
  assert.deepStrictEqual([said(usual, 10_500), said(usual, 1_166.67)], [null, null])
  assert.deepStrictEqual([said(usual, 10_500.01), said(usual, 1_166.66)], [["more", 3500], ["less", 3500]])
  assert.deepStrictEqual(said(usual, 0), ["nothing", 3500])
})

it("an amount is compared with the settings' range until there is a usual one", () => {
  assert.deepStrictEqual([said({}, 10_800), said({}, 933.34)], [null, null])
  assert.deepStrictEqual([said({}, 33_880), said({}, 338.8), said({}, 0)], [["above", 3600], ["below", 2800], ["nothing", 2800]])
  assert.deepStrictEqual(said({ mean4: 40_000, mean4_days: 2 }, 33_880), ["above", 3600])
  assert.isNull(said({ ...usual, mean4: 30_000 }, 33_880))
  assert.isNull(said({ range: null }, 33_880))
})

it("an amount of a new shop without a range is compared with its first days", () => {
  const second = { range: null, recent: { min: 3200, max: 3388 } }
  assert.deepStrictEqual([said(second, 33_880), said(second, 320)], [["highest", 3388], ["lowest", 3200]])
  assert.deepStrictEqual([said(second, 9_000), said(second, 1_100)], [null, null])
  assert.deepStrictEqual(said({ ...second, ...usual }, 33_880), ["more", 3500])
})

it("the question writes how many times as the shop writes numbers", () => {
  const day = { ...first, ...usual, date: "2026-11-26" }
  const title = (amount: number) => doubtWords(day, amount, doubtOf(day, amount)).title
  assert.include(title(30_450), "30.450,00\u00a0€ is 8,7 times")
  assert.include(title(35_000), "is 10 times")
})
