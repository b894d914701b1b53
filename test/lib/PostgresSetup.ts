import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { removeCluster } from "./PostgresCluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Shared by the workers of a run: the server that the first of them starts, and the suites that found none. */
    readonly postgresFolder: string
  }
}

export const setup = (project: TestProject): () => void => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-suites-"))
  project.provide("postgresFolder", folder)
  return () => {
    for (const name of existsSync(join(folder, "clusters")) ? readdirSync(join(folder, "clusters")) : []) {
      removeCluster(decodeURIComponent(name))
    }
    const notes = join(folder, "not-run")
    const notRun = (existsSync(notes) ? readdirSync(notes).sort() : [])
      .map((name) => `${decodeURIComponent(name)} (needs ${readFileSync(join(notes, name), "utf8")})`)
    rmSync(folder, { recursive: true, force: true })
    if (notRun.length > 0) process.stdout.write(`Not run: ${notRun.join("; ")}\n`)
  }
}
