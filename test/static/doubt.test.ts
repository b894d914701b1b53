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

const none = { date: "2026-11-26", amount: null, source: null, is_final: false, usual: null }
const said = (day: object, amount: number) => {
  const doubt = doubtOf({ ...none, ...day }, amount)
  return doubt === null ? null : [doubt.kind, doubt.compared]
}

const stored = { amount: 3388.1, source: "manual", is_final: true }
const usual = { usual: { amount: 3500, days: 8, bounds: { low: 2600.5, high: 4399.5 } } }

it("an amount is doubted that is exactly ten times or a tenth of the stored one, to the cent", () => {
  assert.deepStrictEqual(said(stored, 33_881), ["ten", 3388.1])
  assert.deepStrictEqual(said(stored, 338.81), ["tenth", 3388.1])
  assert.deepStrictEqual(said({ ...stored, amount: 3388 }, 338.8), ["tenth", 3388])
  assert.isNull(said(stored, 33_881.01))
  // An estimate and a running amount are no counts.
  for (const record of [{ source: "generated" }, { source: "feed", is_final: false }])
    assert.isNull(said({ ...stored, ...record }, 33_881))
})

it("an amount is doubted outside of the bounds of the usual one, and 0", () => {
  assert.deepStrictEqual([said(usual, 4_399.5), said(usual, 2_600.5)], [null, null])
  assert.deepStrictEqual([said(usual, 4_399.51), said(usual, 2_600.49), said(usual, 0)], [["more", 3500], ["less", 3500], [
    "nothing",
    3500
  ]])
})

it("an amount is doubted beyond three times the usual one, and below a third, while its bounds are not known", () => {
  const few = { usual: { amount: 3500, days: 4, bounds: null } }
  assert.deepStrictEqual([said(few, 10_500), said(few, 1_166.67)], [null, null])
  assert.deepStrictEqual([said(few, 10_500.01), said(few, 1_166.66)], [["more", 3500], ["less", 3500]])
  assert.isNull(said({ usual: { amount: 0, days: 3, bounds: null } }, 33_880))
})

it("the question says what is usual, and supposes a zero too many or too few only near ten times", () => {
  const day = { ...none, ...usual }
  const title = (amount: number) => doubtWords(day, amount, doubtOf(day, amount)).title
  assert.strictEqual(title(30_450), "30.450,00\u00a0€? A Thursday usually takes 3.500\u00a0€. One 0 too many?")
  assert.strictEqual(title(350), "350,00\u00a0€? A Thursday usually takes 3.500\u00a0€. One 0 too few?")
  assert.match(title(4_400), /A typo\?$/)
})
