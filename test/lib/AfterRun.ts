import { relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"

const slow = 10_000

const file = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId)

/** At the end of a run: which files took longer than 10 s, and how a failed test runs alone. */
export default class AfterRun implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const lines = [
      ...modules.map((module) => ({ name: file(module), seconds: module.diagnostic().duration / 1_000 }))
        .filter(({ seconds }) => seconds * 1_000 > slow)
        .sort((a, b) => b.seconds - a.seconds)
        .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(4)} s  ${name}`),
      ...modules.flatMap((module) =>
        [...module.children.allTests("failed")].map(({ fullName }) =>
          `alone: npm test -- ${file(module)} -t ${JSON.stringify(fullName.split(" > ").at(-1))}`
        )
      )
    ]
    if (lines.length > 0) process.stdout.write(`\n${lines.join("\n")}\n`)
  }
}
