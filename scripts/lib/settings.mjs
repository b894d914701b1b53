import { serviceVariables } from "../../src/Config/Environment.ts"
import { settings } from "../../src/Config/Settings.ts"

const code = (text) => text === "" ? "" : `\`${text}\``

const json = (value) =>
  typeof value === "string" && value !== ""
    ? value
    : JSON.stringify(value, null, 1).replaceAll(/\n */g, " ").replaceAll(/([[{]) | ([\]}])/g, "$1$2")

const defaultOf = ({ about: { shown }, fallback }) => shown ?? (fallback === undefined || fallback === null ? "" : code(json(fallback)))

const row = (name, means, unset) => `| \`${name}\` | ${means} |${unset === "" ? "" : ` ${unset}`} |`

const rowsOfVariables = (table) =>
  Object.entries(table).map(([name, { fallback, means, shown = "" }]) => row(name, means, fallback === undefined ? shown : code(fallback)))

/** The tables of the documents, each by its first line. */
const tables = [
  [
    "docs/settings.md",
    "| key | meaning | default |",
    Object.values(settings).map((each) => row(each.key, each.about.means, defaultOf(each)))
  ],
  ["docs/settings.md", "| variable | meaning | default |", rowsOfVariables(serviceVariables)]
]

/** A document with the rows of one table replaced. */
const withRows = (text, head, rows) => {
  const lines = text.split("\n")
  const start = lines.indexOf(head) + 2
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"))
  return [...lines.slice(0, start), ...rows, ...lines.slice(start + length)].join("\n")
}

const wordLines = Object.values(settings).map(({ about: { name }, key }) =>
  `  "setting.${key}": { zh: ${JSON.stringify(name.zh)}, en: ${JSON.stringify(name.en)} }`
)

/** What the declarations of the settings write: each file's path, and a function from its text to the text that it has to have. */
export const written = [
  ...tables.map(([path, head, rows]) => [path, (text) => withRows(text, head, rows)]),
  ["words/Settings.ts", (text) => {
    const start = text.indexOf("  \"setting.and\"")
    return `${text.slice(0, text.indexOf("\n", start) + 1)}${wordLines.join(",\n")}\n} as const satisfies Words\n`
  }]
]
