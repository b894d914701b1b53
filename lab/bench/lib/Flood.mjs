import { processorMillis } from "./Processes.mjs"
import { median, perSecond } from "./Report.mjs"

const connections = 32

/** Floods a server once, and measures its processor time for each response, in microseconds. */
export const flooded = async (load, { pid, port }, { millis, ...job }) => {
  const before = processorMillis(pid)
  const result = await load.flood({ port, connections, millis, ...job })
  return { ...result, micros: (processorMillis(pid) - before) * 1000 / (result.perSecond * millis / 1000) }
}

/** Compares the floods of several servers, round by round. @param results a list by the server's name */
export const comparison = (results) => {
  const middle = (server, field) => median(results[server].map((result) => result[field]))
  return {
    middle,
    ratios: (over, under, field = "perSecond") => results[over].map((result, index) => result[field] / results[under][index][field]),
    note: (...named) =>
      named.map((server) =>
        `${server} ${perSecond(middle(server, "perSecond"))}, ${middle(server, "micros").toFixed(1)} µs of processor each`
      ).join("; ")
  }
}
