import { assert, describe, it } from "vitest"
import { examples } from "../lib/ExampleAnswers.ts"

type Metrics = typeof examples.metrics

Object.assign(globalThis, { document: { baseURI: "http://shop/", documentElement: { lang: "zh" } } })
const { cutoffLine }: { readonly cutoffLine: (metrics: Metrics, now: number, connected: boolean) => string } = await import(
  new URL("../../static/scripts/dashboard/cutoff.ts", import.meta.url).href
)

/** The key of the line of a day whose cutoff is at 13:18, because no page has added its words. */
const line = (
  at: string,
  state: Metrics["counted"]["today"]["state"],
  today: Partial<Metrics["today"]> = {},
  { connected = true, note = "", settled = false, withEstimates = false } = {}
) => {
  const { counted } = examples.metrics
  const metrics = {
    ...examples.metrics,
    next_cutoff: settled ? "2025-12-10T13:18:00+08:00" : "2025-12-09T13:18:00+08:00",
    today: { ...examples.metrics.today, range: null, awaits: false, ...today },
    counted: { ...counted, with_estimates: withEstimates, today: { ...counted.today, state, note } }
  }
  return cutoffLine(metrics, Date.parse(`2025-12-09T${at}+08:00`), connected)
}

describe("the line about the cutoff", () => {
  it("says when the day closes, and what comes then if nobody enters it", () => {
    assert.match(line("11:00:00", "open", { range: { min: 2800, max: 3600 } }), /^cutoff\.(?:in|at)cutoff\.to_come$/)
    assert.match(line("11:00:00", "open", { awaits: true }), /^cutoff\.(?:in|at)cutoff\.to_wait$/)
    assert.match(line("11:00:00", "running", { awaits: true }), /^cutoff\.(?:in|at)$/)
  })

  it("says that it is past where the day awaits its figure, and until when a till is asked", () => {
    assert.strictEqual(line("13:20:00", "open", { awaits: true }, { settled: true }), "cutoff.awaited")
    assert.strictEqual(line("13:20:00", "open", { asked_until: "2025-12-09T13:23:00+08:00" }, { settled: true }), "cutoff.asking")
  })

  it("waits a minute for the settlement, then says that it is late, or that nothing was heard", () => {
    assert.strictEqual(line("13:18:30", "open"), "cutoff.settling")
    assert.strictEqual(line("13:19:30", "open"), "cutoff.late")
    assert.strictEqual(line("13:18:30", "open", {}, { connected: false }), "cutoff.unheard")
  })

  it("is gone once the day has its figure, and says of an estimate that it was settled", () => {
    assert.strictEqual(line("14:00:00", "entered"), "")
    assert.strictEqual(line("14:00:00", "estimated"), "cutoff.nobody")
    assert.strictEqual(line("14:00:00", "estimated", {}, { withEstimates: true }), "")
    assert.strictEqual(line("11:00:00", "closed", {}, { note: "装修" }), "装修")
  })
})
