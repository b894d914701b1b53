import { execFileSync } from "node:child_process"
import { realpathSync } from "node:fs"

const git = (root, ...words) =>
  execFileSync("git", ["-C", root, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()

const plain = /^[0-9a-z-]{1,48}$/i

/**
 * The commit of the sources, such as `1a2b3c4` or `1a2b3c4-dirty`: the value of TURNOVER_COMMIT, for a build without a repository,
 * otherwise git's. Empty if there is neither, or if the repository around the sources belongs to another project.
 */
export const commitOf = (root, given = process.env["TURNOVER_COMMIT"] ?? "") => {
  if (given !== "") {
    if (!plain.test(given)) throw new Error(`TURNOVER_COMMIT: found ${JSON.stringify(given)}, expected a commit such as 1a2b3c4`)
    return given
  }
  try {
    if (realpathSync(git(root, "rev-parse", "--show-toplevel")) !== realpathSync(root)) return ""
    return git(root, "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*")
  } catch {
    return ""
  }
}
