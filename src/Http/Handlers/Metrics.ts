import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Clock, Effect, Metric, type MetricLabel, type MetricPair, MetricState, Option } from "effect"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import { Health } from "../../Health.ts"
import { overdueAfter } from "../../Health/Days.ts"
import { AuditTrail } from "../../Ledger/AuditTrail.ts"
import * as Metrics from "../../Metrics.ts"
import { gauge } from "../../Metrics.ts"
import { hasLines } from "../../Notifier.ts"
import { buildVersion as version } from "../../Package.ts"
import { afterGate } from "../Access/Gate.ts"
import { EventStreams } from "../EventStreams.ts"
import { prometheus } from "../Paths.ts"

const contentType = "text/plain; version=0.0.4; charset=utf-8"

type Kind = "counter" | "gauge" | "histogram"

interface Family {
  readonly name: string
  readonly help: string
  readonly kind: Kind
  readonly lines: Array<string>
}

const escapedHelp = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")

const escapedValue = (text: string): string => escapedHelp(text).replaceAll("\"", "\\\"")

const number = (value: number | bigint): string => value === Infinity ? "+Inf" : value === -Infinity ? "-Inf" : String(value)

type Label = readonly [name: string, value: string]

const sample = (name: string, labels: ReadonlyArray<Label>, value: number | bigint): string => {
  const inner = labels.map(([label, text]) => `${label}="${escapedValue(text)}"`).join(",")
  return `${name}${inner === "" ? "" : `{${inner}}`} ${number(value)}`
}

const labelsOf = (tags: ReadonlyArray<MetricLabel.MetricLabel>): ReadonlyArray<Label> =>
  tags.map(({ key, value }): Label => [key, value]).sort(([a], [b]) => (a < b ? -1 : 1))

/** The kind of a metric and its lines; undefined for a kind that this service does not use. */
const linesOf = ({ metricKey, metricState }: MetricPair.MetricPair.Untyped): readonly [Kind, ReadonlyArray<string>] | undefined => {
  const { name } = metricKey
  const labels = labelsOf(metricKey.tags)
  if (MetricState.isCounterState(metricState)) return ["counter", [sample(name, labels, metricState.count)]]
  if (MetricState.isGaugeState(metricState)) return ["gauge", [sample(name, labels, metricState.value)]]
  if (MetricState.isHistogramState(metricState)) {
    return ["histogram", [
      ...metricState.buckets.map(([bound, count]) => sample(`${name}_bucket`, [...labels, ["le", number(bound)]], count)),
      sample(`${name}_sum`, labels, metricState.sum),
      sample(`${name}_count`, labels, metricState.count)
    ]]
  }
  return undefined
}

/**
 * Metrics in Prometheus' text format 0.0.4, sorted by family name. Metrics without a description belong to Effect's runtime;
 * Prometheus does not accept their names and kinds, so they are left out.
 */
export const render = (metrics: ReadonlyArray<MetricPair.MetricPair.Untyped>): string => {
  const families = new Map<string, Family>()
  for (const pair of metrics) {
    const { description, name } = pair.metricKey
    const found = linesOf(pair)
    if (found === undefined || Option.isNone(description)) continue
    const [kind, lines] = found
    const family = families.get(name) ?? { name, help: description.value, kind, lines: [] }
    family.lines.push(...lines)
    families.set(name, family)
  }
  return Array.from(families.values())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ help, kind, lines, name }) => `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${kind}\n${lines.join("\n")}\n`)
    .join("")
}

const buildInfo = gauge("turnover_build_info", "1; its label is the version that runs.")
const health = gauge("turnover_health", "1 for the state that /api/health reports, 0 for the others.")
const databaseLatency = gauge("turnover_database_latency_seconds", "How long the database took to answer.")
const settlementLag = gauge(
  "turnover_settlement_lag_seconds",
  "Seconds since the cutoff of the last day that is due, while that day is not final; else 0, also while its source is asked."
)
const lastSettlement = gauge(
  "turnover_last_settlement_timestamp_seconds",
  "When the daily job last made a day final; absent until it has. A day that a person entered does not move it."
)
const missingDates = gauge("turnover_missing_dates", "Past days of the last 31 that have no record.")
const datedInFuture = gauge("turnover_dated_in_future", "Records and daily backups that are dated in the future: the clock was ahead.")
const messages = gauge("turnover_outbox_messages", "Messages in the outbox by state.")
const chatMessages = gauge("turnover_chat_messages", "Messages of each chat by state; only with several chats.")
const chatOldestPending = gauge("turnover_chat_oldest_pending_age_seconds",
  "Age of the oldest message that waits for each chat; only with several chats.")
const chatLastDelivery = gauge("turnover_chat_last_delivery_timestamp_seconds",
  "When each chat last got a message; only with several chats.")
const oldestPending = gauge("turnover_outbox_oldest_pending_age_seconds", "Age of the oldest message that waits; 0 while none does.")
const lastDelivery = gauge("turnover_last_delivery_timestamp_seconds", "When a message was last delivered; absent until one was.")
const lastBackup = gauge("turnover_last_backup_timestamp_seconds", "When the newest daily backup was taken; absent without one.")
const answerAge = gauge("turnover_source_answer_age_seconds",
  "Age of the source's last good answer; absent until it has given one to this process.")
const eventClients = gauge("turnover_event_clients", "Open event streams.")

const setWhereKnown = (metric: Metric.Metric.Gauge<number>, millis: number | null): Effect.Effect<void> =>
  millis === null ? Effect.void : Metric.set(metric, millis / 1000)

/** Sets every gauge. While the database does not respond, its gauges keep their last values. */
const makeCollect = (countEventClients: () => number) =>
  Effect.gen(function*() {
    const audit = yield* AuditTrail
    const { report } = yield* Health
    const collectProcess = yield* Metrics.makeCollect

    return Effect.gen(function*() {
      const found = yield* report
      const now = yield* Clock.currentTimeMillis
      yield* Metric.set(Metric.tagged(buildInfo, "version", version), 1)
      yield* Effect.forEach(["ok", "degraded", "down"] as const,
        (status) => Metric.set(Metric.tagged(health, "status", status), found.status === status ? 1 : 0))
      yield* setWhereKnown(databaseLatency, found.database.latencyMillis)
      yield* Metric.set(settlementLag, (overdueAfter(found, 0)?.millis ?? 0) / 1000)
      yield* Metric.set(missingDates, found.missingDays.length)
      yield* Effect.forEach(Object.entries({ days: found.futureDays, backups: found.backup.futureDays }),
        ([what, dates]) => Metric.set(Metric.tagged(datedInFuture, "what", what), dates.length))
      yield* Metric.set(eventClients, countEventClients())
      const { lastOkAt } = found.source
      yield* setWhereKnown(answerAge, lastOkAt === null ? null : Math.max(0, now - lastOkAt))
      yield* setWhereKnown(lastBackup, found.backup.lastBackupAt)
      yield* collectProcess
      if (found.notifications === null) return
      const { accepted, delivered, failed, lastDeliveredAt, oldestPendingAt, pending } = found.notifications
      yield* Effect.forEach(Object.entries({ pending, delivered, accepted, failed }),
        ([state, count]) => Metric.set(Metric.tagged(messages, "state", state), count))
      yield* setWhereKnown(lastDelivery, lastDeliveredAt)
      yield* setWhereKnown(lastSettlement, yield* audit.lastSettledAt)
      const { lines } = found.notifications
      yield* hasLines(lines)
        ? Effect.forEach(lines, ({ accepted, delivered, failed, lastDeliveredAt, name, oldestPendingAt, pending }) =>
          Effect.zipRight(
            Effect.forEach(Object.entries({ pending, delivered, accepted, failed }),
              ([state, count]) => Metric.set(Metric.tagged(Metric.tagged(chatMessages, "chat", name), "state", state), count)),
            Effect.zipRight(
              setWhereKnown(Metric.tagged(chatLastDelivery, "chat", name), lastDeliveredAt),
              Metric.set(Metric.tagged(chatOldestPending, "chat", name),
                oldestPendingAt === null ? 0 : Math.max(0, now - oldestPendingAt) / 1000)
            )
          ))
        : Effect.void
      yield* Metric.set(oldestPending, oldestPendingAt === null ? 0 : Math.max(0, now - oldestPendingAt) / 1000)
    })
  })

/** `GET /metrics` in Prometheus' text format. It contains no figure of the shop and no secret, and is as open as the dashboard. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const streams = yield* EventStreams
    const collect = yield* makeCollect(streams.count)
    const text = Effect.map(Effect.zipRight(collect, Metric.snapshot),
      (metrics) => HttpServerResponse.text(render(metrics), { contentType }))
    // Each request runs in its own slice of the event loop: many at once would otherwise block it for the sum of their times.
    yield* router.get(prometheus, afterGate(Effect.zipRight(ownSlice, text)))
  })
)
