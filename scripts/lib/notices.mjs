import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder of the package that a bundled file is in: the last `node_modules/NAME` of its path. */
const packageOf = (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-][\w.-]+)?$/i

const authorOf = ({ author }) => typeof author === "string" ? author : author?.name

const addressOf = ({ homepage, name, repository }) =>
  (typeof repository === "string" ? repository : repository?.url ?? homepage ?? `https://www.npmjs.com/package/${name}`).replace(
    /^git\+|\.git$/g,
    ""
  )

const noticeOf = (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const texts = readdirSync(folder).filter((name) => licenceFile.test(name)).sort().map((name) =>
    readFileSync(join(folder, name), "utf8").trim()
  )
  const author = authorOf(manifest)
  return [
    `${manifest.name} ${manifest.version}, ${manifest.license}${author === undefined ? "" : `, by ${author}`}\n${addressOf(manifest)}`,
    ...texts
  ].join("\n\n")
}

/**
 * The notices of all packages that are part of the built files, with the licence texts that they bring.
 * @param paths of the bundled files, relative to `root`
 */
export const noticesOf = (root, paths) => {
  const folders = [...new Set(paths.map(packageOf))].filter((folder) =>
    folder !== undefined && existsSync(join(root, folder, "package.json"))
  )
  const notices = new Set(folders.sort().map((folder) => noticeOf(join(root, folder))))
  return `The built programs and pages contain code and data of these packages.\n\n${[...notices].join(`\n\n${"-".repeat(72)}\n\n`)}\n`
}
