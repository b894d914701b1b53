import { version } from "../package.json"

/** Set by the bundler; empty where the sources have no commit, and not there outside a bundle. */
declare const BUILD_COMMIT: string

const commit = typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : ""

/** The version with the commit that it was built from, as in `0.1.0+1a2b3c4`, so that two builds of one version can be told apart. */
export const buildVersion = commit === "" ? version : `${version}+${commit}`
