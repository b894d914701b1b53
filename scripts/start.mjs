import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import module from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bundle = join(root, "dist/main.js")

const newest = (folder) => Math.max(...readdirSync(folder, { recursive: true }).map((path) => statSync(join(folder, path)).mtimeMs))

const builtAt = existsSync(bundle) && existsSync(join(root, "dist/pages")) ? statSync(bundle).mtimeMs : 0
const sourcesAt = existsSync(join(root, "src"))
  ? Math.max(...["src", "static", "words"].map((folder) => newest(join(root, folder))), statSync(join(root, "package.json")).mtimeMs)
  : 0

if (builtAt < sourcesAt) {
  const { status } = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
// Where Node has it: the next start reads compiled code. Kept beside the bundle, where no other user can write.
module.enableCompileCache?.(join(root, "dist/compiled"))
await import(bundle)
