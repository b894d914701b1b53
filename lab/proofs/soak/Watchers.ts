import { Worker } from "node:worker_threads"
import { built } from "../Service.ts"
import type { WatcherData, WatcherReport } from "./Watcher.ts"

export interface Refresh {
  readonly first: number
  readonly last: number
  readonly streams: number
}

/** Event streams in their own thread, so that the readers' work does not count as the service's delay. */
export const watchers = async (data: WatcherData) => {
  const worker = new Worker(built("watcher.js"), { workerData: data })
  const faults: Array<string> = []
  const refreshes: Array<Refresh> = []
  const openedWithin = await new Promise<number>((resolve, reject) => {
    worker.on("message", (report: WatcherReport) => {
      if (report.kind === "open") resolve(report.millis)
      else if (report.kind === "refreshed") refreshes.push(report)
      else {
        faults.push(report.sentence)
        reject(new Error(report.sentence))
      }
    })
    worker.once("error", reject)
  })
  return {
    openedWithin,
    faults,
    refreshes,
    stop: () =>
      new Promise((resolve) => {
        worker.once("exit", resolve)
        worker.postMessage("stop")
      })
  }
}
