import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The walks of ARCHITECTURE.md: the title of each, and its files in `src/`, in order. */
export const walks = () => {
  const [, section = ""] = /^## Walks$(.*?)^## /ms.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8")) ?? []
  return section.split(/^### /m).slice(1).map((text) => ({
    title: text.slice(0, text.indexOf("\n")),
    files: Array.from(text.matchAll(/^\d+\. \[`[\w/]+`\]\(src\/([\w/]+\.ts)\): \S/gm), ([, file]) => file)
  }))
}

const importsOf = (file) =>
  Array.from(readFileSync(join(root, "src", file), "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g), ([, target]) =>
    join(dirname(file), target))

/** The files of a walk that do not exist, occur twice, or neither import a file before them nor are imported by one. */
export const gaps = ({ files }) => {
  const known = files.filter((file) => existsSync(join(root, "src", file)))
  const imports = new Map(known.map((file) => [file, importsOf(file)]))
  const isConnected = (file, before) =>
    before.length === 0 || before.some((other) => imports.get(other)?.includes(file) || imports.get(file)?.includes(other))
  return files.filter((file, index) => !known.includes(file) || files.indexOf(file) !== index || !isConnected(file, files.slice(0, index)))
}
