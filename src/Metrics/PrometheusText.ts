import { type MetricLabel, type MetricPair, MetricState, Option } from "effect"

export const contentType = "text/plain; version=0.0.4; charset=utf-8"

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
