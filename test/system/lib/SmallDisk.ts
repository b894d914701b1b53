import { Effect, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { appendFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const mounted = (folder: string, megabytes: number): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** A file system in memory, mounted on a new folder whose path starts with `prefix`; undefined where this user may not mount one. */
export const smallDisk = (
  megabytes: number,
  prefix = join(tmpdir(), "turnover-disk-")
): Effect.Effect<string | undefined, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const folder = mkdtempSync(prefix)
        return { folder, isMounted: mounted(folder, megabytes) }
      }),
      ({ folder, isMounted }) =>
        Effect.sync(() => {
          // Lazily: a killed process may not have ended yet.
          if (isMounted) execFileSync("umount", ["--lazy", folder])
          rmSync(folder, { recursive: true, force: true })
        })
    ),
    ({ folder, isMounted }) => isMounted ? folder : undefined
  )

/** Appends to a file until the disk has no block left. */
export const fill = (path: string): void => {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(4096))
  } catch {
    // No block is left.
  }
}
