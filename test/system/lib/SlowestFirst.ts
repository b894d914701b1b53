import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take longer than ten seconds, those that keep the processors busy alternating with those that wait. A file that is
 * missing here only makes the run end later.
 */
const slowest = [
  "bench/Bench",
  "postgres/Replicas",
  "browser/docs",
  "commands/Cli",
  "browser/access",
  "postgres/Stop",
  "browser/figures",
  "postgres/Link",
  "postgres/Writes",
  "service/Process",
  "proofs/Torture",
  "browser/people",
  "proofs/TortureReplicas",
  "browser/admin/entry",
  "postgres/Service",
  "browser/counter",
  "postgres/Figures",
  "browser/wall",
  "postgres/Clients",
  "browser/admin/system",
  "simulation/Simulation",
  "browser/live",
  "specification/stream",
  "specification/settlement",
  "specification/configuration",
  "specification/figures",
  "browser/admin/import",
  "postgres/Suites"
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
