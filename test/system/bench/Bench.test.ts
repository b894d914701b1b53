import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

/** The measure whose answers are compared with another program's, to the byte. */
const figures = [
  "metrics: answers a second, service / bare node:http",
  "metrics: p99, service / bare node:http",
  "metrics: 26 years and a long audit / ten years",
  "series7?days=90: 26 years and a long audit / ten years",
  "revenue?days=365: 26 years and a long audit / ten years"
]

describe("the benchmark", () => {
  it("takes a measure in its short form, on answers that are the same to the byte", async () => {
    const { stdout } = await run(process.execPath, ["lab/bench/run.mjs", "--short", "--built", "figures"], { timeout: 290_000 })
    const rows = new Map(
      stdout.split("\n").map((line) => line.split(" | ")).map(([measure = "", , , median = ""]) => [measure.slice(2), median])
    )
    for (const measure of figures) assert.match(rows.get(measure) ?? "", /^\*\*-?\d+(\.\d+)?\*\*$/, measure)
  })
})
