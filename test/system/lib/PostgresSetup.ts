import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { removeCluster } from "./PostgresCluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Shared by the workers of a run of the system tests, for the server that the first of them starts. */
    readonly postgresFolder?: string
  }
}

export const setup = (project: TestProject): () => void => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-suites-"))
  project.provide("postgresFolder", folder)
  return () => {
    for (const name of existsSync(join(folder, "clusters")) ? readdirSync(join(folder, "clusters")) : []) {
      removeCluster(decodeURIComponent(name))
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
