import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take longer than ten seconds, those that keep the processors busy alternating with those that wait. A file that is
 * missing here only makes the run end later.
 */
const slowest = [
  "proofs/Takeover",
  "browser/figures",
  "browser/access",
  "specification/settlement",
  "commands/Cli",
  "browser/wall",
  "postgres/Service",
  "browser/people",
  "service/Process",
  "browser/counter",
  "proofs/Torture",
  "browser/live",
  "browser/admin/system",
  "postgres/Suites",
  "simulation/Simulation",
  "tills/Folder",
  "browser/steady",
  "browser/admin/import",
  "service/TableReader",
  "scripts/npm",
  "specification/figures",
  "service/Share",
  "specification/configuration",
  "postgres/Database/Hold",
  "browser/history",
  "browser/signed-out",
  "browser/dashboard",
  "proofs/Fuzz"
]

/** Starts these files first: a clean checkout knows no durations, and the run ends only when its last file does. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification) => slowest.findIndex((name) => moduleId.endsWith(`/test/system/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [
      ...sorted.filter((file) => place(file) >= 0).sort((a, b) => place(a) - place(b)),
      ...sorted.filter((file) => place(file) < 0)
    ]
  }
}
