import { assert, it } from "vitest"

const { doneTo }: { doneTo: (detail: { readonly audit: ReadonlyArray<object> } | null) => string } = await import(
  new URL("../../static/scripts/dashboard/metrics.ts", import.meta.url).href
)

it("the dashboard says of a day what its last person did: confirmed the amount, or entered another one", () => {
  const said = (...kinds: ReadonlyArray<readonly [action: string, kind: string]>) =>
    doneTo({ audit: kinds.map(([action, kind]) => ({ action, kind })) })
  assert.strictEqual(said(["finalize", "finalized"], ["note", "noted"], ["correct", "confirmed"], ["correct", "entered"]), "confirmed")
  assert.strictEqual(said(["correct", "corrected"], ["correct", "confirmed"], ["generate", "generated"]), "entered")
  assert.strictEqual(said(["correct", "entered"]), "entered")
  assert.deepStrictEqual([said(), doneTo(null)], ["entered", "entered"])
})
