import { readFileSync } from "node:fs"
import { sideBySide } from "./lib/side-by-side.mjs"

// Kept between checks: a file is checked again only if it, or a file that it imports, has changed.
const known = (name) => ["--incremental", "--tsBuildInfoFile", `dist/check/${name}.tsbuildinfo`]

// TypeScript 7 checks in a quarter of the time; the linter's parser needs TypeScript 6, so both are installed.
const compiler = "node_modules/typescript-7/bin/tsc"

const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))

const installedVersion = (name) => {
  try {
    return read(`node_modules/${name}/package.json`).version
  } catch {
    return "nothing"
  }
}

const { dependencies, devDependencies } = read("package.json")
const outdated = Object.entries({ ...dependencies, ...devDependencies })
  .map(([name, wanted]) => ({ name, wanted: wanted.split("@").at(-1), found: installedVersion(name) }))
  .filter(({ found, wanted }) => found !== wanted)

for (const { found, name, wanted } of outdated)
  console.error(`node_modules/${name}: found ${found}, package.json names ${wanted}: run npm ci`)

if (
  outdated.length > 0 ||
  !await sideBySide(
    [compiler, "--noEmit", ...known("all")],
    ...["static", "lab"].map((folder) => [compiler, "--noEmit", "-p", folder, ...known(folder)])
  )
)
  process.exitCode = 1
