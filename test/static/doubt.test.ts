import { assert, it } from "vitest"

const { doubtOf }: { doubtOf: (day: object, amount: number) => { readonly kind: string; readonly compared: number } | null } = await import(
  new URL("../../static/js/shared/entry/doubt.js", import.meta.url).href
)

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
