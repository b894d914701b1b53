import { Cause, Context, Effect, Exit, Layer } from "effect"
import { parentPort, Worker } from "node:worker_threads"
import { partialName } from "../Config/WholeFile.ts"
import { CopyFailed } from "../Database/Sqlite/Copy.ts"
import { removeDatabase, targetOf } from "../Database/Sqlite/Files.ts"
import { messageOf } from "../Wording.ts"
import { type BackedUp, backUp } from "./BackupFile.ts"

export interface Job {
  readonly source: string
  readonly target: string
  readonly replace: boolean
}

/** The single message of the thread, as plain data. */
type ThreadOutcome = { readonly done: BackedUp } | { readonly failure: string }

/** How the service makes a backup: in the caller's thread by default. */
export class BackupMaker extends Context.Reference<BackupMaker>()("BackupMaker", {
  defaultValue: (): (job: Job) => Effect.Effect<BackedUp, CopyFailed> => backUp
}) {}

/** Enough memory for the newest record of each day; the low limit makes garbage collection run early. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

const onThread = (module: URL) => (job: Job) =>
  Effect.async<BackedUp, CopyFailed>((resume) => {
    const fail = (message: string) => resume(new CopyFailed({ message }))
    const thread = new Worker(module, { workerData: job, resourceLimits })
    thread.once("message", (outcome: ThreadOutcome) => "done" in outcome ? resume(Effect.succeed(outcome.done)) : fail(outcome.failure))
    thread.once("error", (error) => fail(`the backup's thread failed: ${error.message}`))
    thread.once("exit", (code) => fail(`the backup's thread ended with ${code}`))
    return Effect.zipRight(Effect.promise(() => thread.terminate()), Effect.sync(() => removeDatabase(partialName(targetOf(job.target)))))
  })

/**
 * Makes backups on a thread that runs `module`, which calls `runJob` there. Checking a long history takes seconds
 * within single calls of SQLite, which would block the event loop.
 */
export const layer = (module: URL): Layer.Layer<never> => Layer.succeed(BackupMaker, onThread(module))

/** The job of the thread: makes one backup. */
export const runJob = async (job: Job): Promise<void> => {
  const exit = await Effect.runPromiseExit(backUp(job))
  const outcome: ThreadOutcome = Exit.match(exit, {
    onFailure: (cause) => {
      const error = Cause.squash(cause)
      return { failure: messageOf(error) }
    },
    onSuccess: (done) => ({ done })
  })
  parentPort?.postMessage(outcome)
}
