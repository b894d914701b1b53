import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { version } from "../package.json"

const rootAbove = (folder: string): string =>
  existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootAbove(dirname(folder))

/** The folder of the package, found from the sources and from the bundle. */
export const packageRoot: string = rootAbove(import.meta.dirname)

/** The commit, set by the bundler; empty if the sources have none, undeclared outside of a bundle. */
declare const BUILD_COMMIT: string

const commit = typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : ""

/** The version with the commit of the build, such as `0.2.0+1a2b3c4`, so that two builds of one version differ. */
export const buildVersion = commit === "" ? version : `${version}+${commit}`
