import { cpus, release, totalmem } from "node:os"

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const percentile = (values, percent) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * percent / 100) - 1)]
}

const shown = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2))

/** A goal is `[">=", 3]` or `["<", 50]`. Samples are compared by their median. */
const holds = ([relation, bound], value) => relation === ">=" ? value >= bound : relation === "<=" ? value <= bound : value < bound

export const row = (measure, unit, goal, samples, note = "") => ({ measure, unit, goal, samples, note })

export const tableHead = "| measure | goal | min | **median** | max | | of it |\n|---|---|--:|--:|--:|---|---|"

export const tableRow = ({ goal, measure, note, samples, unit }) => {
  const middle = median(samples)
  const [relation, bound] = goal
  const cells = [
    measure,
    `${relation} ${bound} ${unit}`,
    shown(Math.min(...samples)),
    `**${shown(middle)}**`,
    shown(Math.max(...samples)),
    holds(goal, middle) ? "met" : "**not met**",
    note
  ]
  return `| ${cells.join(" | ")} |`
}

/** `81,200/s`. */
export const perSecond = (value) => `${Math.round(value).toLocaleString("en-US")}/s`

export const machine = (loadBefore) => {
  const [cpu] = cpus()
  return `Node ${process.version}, Linux ${release()}, ${cpus().length} x ${cpu?.model.trim() ?? "unknown processor"}, ` +
    `${(totalmem() / 1e9).toFixed(0)} GB; load before the run ${loadBefore.toFixed(2)}`
}
