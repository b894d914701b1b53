import { NodeRuntime } from "@effect/platform-node"
import { isMainThread, workerData } from "node:worker_threads"
import * as BackupThread from "./Backup/BackupThread.ts"
import { type Checkpoint, runCheckpoint } from "./Database/Sqlite/Checkpoint.ts"
import * as Process from "./Process.ts"
import { ignoreRepeatedSignals } from "./Startup.ts"

if (isMainThread) {
  ignoreRepeatedSignals()
  NodeRuntime.runMain(Process.serve(new URL("main.js", import.meta.url)), { disablePrettyLogger: true, disableErrorReporting: true })
} else {
  const job = workerData as BackupThread.Job | Checkpoint
  if ("checkpoint" in job) runCheckpoint(job)
  else void BackupThread.runJob(job)
}
