import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Runs every measure of the benchmark, without checking times. */
const measures = [
  "metrics: answers a second, service / bare node:http",
  "metrics: p99, service / bare node:http",
  "metrics: 26 years and a long audit / ten years",
  "series7?days=90: 26 years and a long audit / ten years",
  "revenue?days=365: 26 years and a long audit / ten years",
  "metrics by a session's cookie: answers a second, private / open",
  "series7?days=90 by a session's cookie: answers a second, private / open",
  "export, 26 years, 2,000 audit records: resident memory grows",
  "export: longest that another request waits",
  "audit?days=3660, 26 years, 2,000 audit records: resident memory grows",
  "audit?days=3660: longest that another request waits",
  "audit?days=365, 200 records a year: processor time, service / node:http and better-sqlite3",
  "export, 200 records a year: processor time, service / node:http and better-sqlite3",
  "100 stalled readers of audit?days=3660: resident memory at most",
  "100 stalled readers: longest that another request waits",
  "100 event clients: a change to the last of them (p99), service / node:http writes",
  "100 event clients: memory a client, service / node:http writes",
  "metrics meanwhile: p99",
  "ready after `node dist/main.js`",
  "bundle: files beside the native binding",
  "processor time when idle",
  "resident memory when idle",
  "import of 300 days: rows a second, service / plain better-sqlite3",
  ...["the dashboard's first figures", "the admin page's sign-in form", "the API reference's first operation"]
    .map((sight) => `Slow 4G, nothing cached: ${sight}`),
  "3G, nothing cached: the amount can be typed",
  ...["backup", "20 times /metrics at once", "audit?days=1", "import of 1 MiB"].flatMap((work) => [
    `${work}, 2,000 audit records: longest that another request waits`,
    `${work}: event loop blocked at most`,
    `${work}: resident memory grows`
  ]),
  "settled after the cutoff's instant",
  "message out after the cutoff's instant"
]

const replicas = [
  "metrics: answers a second, PostgreSQL / SQLite",
  "correction on PostgreSQL: p99",
  "change in another replica's event stream: p99",
  "import of 300 days on PostgreSQL: rows a second, service / multi-row inserts by pg",
  "settled after the cutoff's instant, 3 replicas on PostgreSQL"
]

const takes = async (names: ReadonlyArray<string>, expected: ReadonlyArray<string>) => {
  const { stdout } = await run(process.execPath, ["bench/run.mjs", "--short", "--built", ...names], { timeout: 290_000 })
  const rows = new Map(
    stdout.split("\n").map((line) => line.split(" | ")).map(([measure = "", , , median = ""]) => [measure.slice(2), median])
  )
  for (const measure of expected) assert.match(rows.get(measure) ?? "", /^\*\*-?\d+(\.\d+)?\*\*$/, measure)
}

const onOne = ["figures", "documents", "reads", "access", "readers", "streams", "start", "pages", "import", "long", "settlement"]

describe("the benchmark", () => {
  it("takes every measure in its short form, on answers that are the same to the byte", () => takes(onOne, measures))
})

describe("the benchmark of replicas", () => {
  it("takes every measure in its short form", () => takes(["replicas"], replicas))
})
