import { execFileSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packageRoot } from "../../../src/Package.ts"

/**
 * Compiles a library that a process preloads (`LD_PRELOAD`): for the process, folders with the name `share` are not POSIX, in the
 * way that `SHARE` says (share.c). Remove `folder` at the end.
 */
export const shareLibrary = (): { readonly folder: string; readonly library: string } => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-share-"))
  const library = join(folder, "share.so")
  execFileSync("cc", ["-shared", "-fPIC", "-o", library, join(packageRoot, "test/system/lib/share.c"), "-ldl"])
  return { folder, library }
}
