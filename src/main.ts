import { NodeRuntime } from "@effect/platform-node"
import { isMainThread } from "node:worker_threads"
import * as BackupThread from "./Backup/BackupThread.ts"
import * as Process from "./Process.ts"
import { ignoreRepeatedSignals } from "./Startup.ts"

if (isMainThread) {
  ignoreRepeatedSignals()
  NodeRuntime.runMain(Process.serve(new URL("main.js", import.meta.url)), { disablePrettyLogger: true, disableErrorReporting: true })
} else {
  void BackupThread.runJob()
}
