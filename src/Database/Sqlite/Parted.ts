import { Effect } from "effect"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { attempt } from "./Busy.ts"
import { lacksCompanions } from "./Companions.ts"
import { refuseOpenElsewhere } from "./Exclusive.ts"
import { resolveFile } from "./FileIdentity.ts"
import { unfitPlace } from "./Share.ts"

/**
 * Refuses a database whose -wal or -shm file was removed while another program has it open. That program keeps its commits in the
 * removed file; a second program would create a new one, and one of the two would lose its commits.
 */
export const refuseParted = (filename: string) =>
  Effect.flatMap(attempt(() => resolveFile(filename)), (file) => refuseOpenElsewhere(file, () => lacksCompanions(file))).pipe(
    Effect.catchTag("InUse", () =>
      unfitPlace(filename) ?? new DatabaseUnavailable({
        message: `the database ${filename} is held by another program, or its -wal or -shm was removed while that program has it open: ` +
          "expected to share both files, stop that program first"
      }))
  )
