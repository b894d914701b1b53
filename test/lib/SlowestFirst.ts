import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take longer than ten seconds, those that keep the processors busy alternating with those that wait. A file that is
 * missing here only makes the run end later.
 */
const slowest = [
  "Bench",
  "PostgresReplicas",
  "browser/docs",
  "browser/access",
  "PostgresStop",
  "browser/figures",
  "PostgresLink",
  "PostgresWrites",
  "Cli",
  "Process",
  "Torture",
  "browser/people",
  "TortureReplicas",
  "browser/admin/entry",
  "PostgresService",
  "browser/counter",
  "PostgresFigures",
  "browser/wall",
  "PostgresClients",
  "browser/admin/system",
  "Simulation",
  "browser/live",
  "browser/admin/import",
  "Ledger/EachDatabase"
]

/** Starts these files first: a clean checkout knows no durations, and the run ends only when its last file does. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification) => slowest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [
      ...sorted.filter((file) => place(file) >= 0).sort((a, b) => place(a) - place(b)),
      ...sorted.filter((file) => place(file) < 0)
    ]
  }
}
