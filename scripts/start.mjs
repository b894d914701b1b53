import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = ["main.js", "service.js", "commands.js", "pages"].map((name) => join(root, "dist", name))

const newest = (folder) => Math.max(...readdirSync(folder, { recursive: true }).map((path) => statSync(join(folder, path)).mtimeMs))

const builtAt = built.every((path) => existsSync(path))
  ? Math.min(...built.filter((path) => path.endsWith(".js")).map((path) => statSync(path).mtimeMs))
  : 0
const sourcesAt = existsSync(join(root, "src"))
  ? Math.max(...["src", "static", "words"].map((folder) => newest(join(root, folder))), statSync(join(root, "package.json")).mtimeMs)
  : 0

if (builtAt < sourcesAt) {
  const { status } = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
await import("../dist/main.js")
