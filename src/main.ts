#!/usr/bin/env node
import { NodeRuntime } from "@effect/platform-node"
import { isMainThread } from "node:worker_threads"
import * as BackupThread from "./Backup/BackupThread.ts"
import { run } from "./Cli.ts"
import * as Process from "./Process.ts"
import { ignoreRepeatedSignals } from "./Startup/RepeatedSignal.ts"

const serve = Process.serve(new URL(import.meta.url))

// Without a command, only the service runs, and no command is built.
const [command = "serve", ...rest] = process.argv.slice(2)
if (!isMainThread) {
  await BackupThread.runJob()
} else if (command === "serve" && rest.length === 0) {
  ignoreRepeatedSignals()
  NodeRuntime.runMain(serve, { disablePrettyLogger: true, disableErrorReporting: true })
} else {
  run(serve)
}
