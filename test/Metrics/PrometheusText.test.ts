import { assert, describe, it } from "@effect/vitest"
import { Metric, MetricBoundaries, type MetricPair } from "effect"
import { render } from "../../src/Http/Handlers/Metrics.ts"

/** The metrics of the registry whose names begin with a prefix. */
const registered = (prefix: string): ReadonlyArray<MetricPair.MetricPair.Untyped> =>
  Metric.unsafeSnapshot().filter(({ metricKey }) => metricKey.name.startsWith(prefix))

describe("Prometheus text", () => {
  it("has one header for all lines of a family, and sorts families by name", () => {
    const visits = Metric.counter("a_visits_total", { description: "Visits.", incremental: true })
    const level = Metric.gauge("a_level", { description: "Level." })
    Metric.tagged(visits, "door", "front").unsafeUpdate(2, [])
    level.unsafeUpdate(-1.5, [])
    Metric.tagged(visits, "door", "back").unsafeUpdate(1, [])
    assert.strictEqual(
      render(registered("a_")),
      "# HELP a_level Level.\n# TYPE a_level gauge\na_level -1.5\n" +
        "# HELP a_visits_total Visits.\n# TYPE a_visits_total counter\n" +
        "a_visits_total{door=\"front\"} 2\na_visits_total{door=\"back\"} 1\n"
    )
  })

  it("counts a histogram's buckets up, the last without bound, and gives sum and count", () => {
    const durations = Metric.histogram("b_seconds", MetricBoundaries.fromIterable([0.1, 1]), "Seconds.")
    for (const seconds of [0.1, 0.5, 30]) Metric.tagged(durations, "route", "/").unsafeUpdate(seconds, [])
    assert.deepStrictEqual(render(registered("b_")).trimEnd().split("\n").slice(2), [
      "b_seconds_bucket{route=\"/\",le=\"0.1\"} 1",
      "b_seconds_bucket{route=\"/\",le=\"1\"} 2",
      "b_seconds_bucket{route=\"/\",le=\"+Inf\"} 3",
      "b_seconds_sum{route=\"/\"} 30.6",
      "b_seconds_count{route=\"/\"} 3"
    ])
  })

  it("escapes what would end a label or a line", () => {
    Metric.gauge("c_odd", { description: "one\\two\nthree" }).pipe(Metric.tagged("z", "a\"b\\c\nd"), Metric.tagged("a", "1"))
      .unsafeUpdate(Infinity, [])
    assert.strictEqual(
      render(registered("c_")),
      "# HELP c_odd one\\\\two\\nthree\n# TYPE c_odd gauge\nc_odd{a=\"1\",z=\"a\\\"b\\\\c\\nd\"} +Inf\n"
    )
  })

  it("leaves out metrics without a description, which are the runtime's", () => {
    Metric.counter("d_fibers").unsafeUpdate(1, [])
    assert.strictEqual(render(registered("d_")), "")
  })
})
