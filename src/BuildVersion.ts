import { version } from "../package.json"

/** Set by the bundler; empty if the sources have no commit, undeclared outside a bundle. */
declare const BUILD_COMMIT: string

const commit = typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : ""

/** The version and the commit that it was built from, such as `0.1.0+1a2b3c4`, so that two builds of one version differ. */
export const buildVersion = commit === "" ? version : `${version}+${commit}`
