import { accessSync, constants, existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromiumPath } from "./browser.mjs"
import { faketimeLibrary } from "./faketime.mjs"

const debian = "/usr/lib/postgresql"

const folders = [
  ...(process.env.PATH ?? "").split(delimiter),
  "/usr/sbin",
  ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : [])
]

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const program = (name, debianPackage = name) => ({
  name,
  debianPackage,
  isThere: () => folders.some((folder) => isExecutable(join(folder, name)))
})

const chromium = { name: "Chromium", debianPackage: "chromium", isThere: () => existsSync(chromiumPath) }
const fonts = { name: "Chinese fonts", debianPackage: "fonts-noto-cjk", isThere: () => existsSync("/usr/share/fonts/opentype/noto") }
const headers = { name: "C headers", debianPackage: "libc6-dev", isThere: () => existsSync("/usr/include/stdio.h") }
const faketime = { name: "libfaketime", debianPackage: "faketime", isThere: () => faketimeLibrary !== undefined }
const postgres = [program("initdb", "postgresql"), program("pg_ctl", "postgresql")]

/** What the system tests need beside Node, by subject: a folder of `test/system/`. */
export const needs = {
  bench: [],
  browser: [chromium, fonts, program("nginx")],
  commands: [],
  deploy: [program("caddy"), program("nginx"), program("promtool", "prometheus")],
  postgres: [...postgres, program("openssl"), program("pgbouncer")],
  proofs: postgres,
  scripts: [],
  service: [program("cc", "gcc"), headers],
  simulation: [],
  specification: [faketime],
  tills: []
}

export const subjects = Object.keys(needs)
