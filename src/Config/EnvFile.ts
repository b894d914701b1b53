import { parseEnv } from "node:util"

/** The start of a quoted value of `node:util`'s `parseEnv`, up to its closing quote. */
const quotedValue = /^\s*(?:"[^"]*"|'[^']*'|`[^`]*`)/

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=/

/** The name in `TZ: Europe/Berlin` and `export TZ`. Any other line may be a secret, or begin with a word of one, so nothing of it is shown. */
const nameIn = (line: string): string | undefined => /^\s*(?:export\s+(?=\w+\s*$)|(?=\w+:))([A-Z][A-Z0-9_]*)(?=:|\s|$)/.exec(line)?.[1]

const countLines = (text: string): number => text.split("\n").length - 1

/** Sentences about lines of a `.env` file that are read otherwise than they are meant. None shows a value. */
export const warningsOf = (text: string): ReadonlyArray<string> => {
  const warnings: Array<string> = []
  let rest = text.replace(/^\ufeff/, "")
  for (let number = 1; rest !== "";) {
    const [line = ""] = rest.split("\n", 1)
    const [start, name] = assignment.exec(line) ?? []
    const [quoted] = start === undefined ? [] : quotedValue.exec(rest.slice(start.length)) ?? []
    const of = `.env line ${number}`
    if (start === undefined) {
      if (!/^\s*(?:#|$)/.test(line)) {
        const found = nameIn(line)
        warnings.push(`${of}: expected NAME=value, got a line that sets nothing${found === undefined ? "" : ` (${found})`}`)
      }
    } else if (quoted === undefined && /^[ \t]*#|\S#/.test(line.slice(start.length).split(/\s#/, 1)[0] ?? "")) {
      warnings.push(`${of}: ${name} has a # in a value without quotes, which ends the value there: put the value in quotes`)
    } else if (quoted === undefined && /^[ \t]*["'`]/.test(line.slice(start.length))) {
      warnings.push(`${of}: ${name} begins with a quote that nothing closes: close it or leave it out`)
    }
    // A quoted value may have several lines; what stands behind it on its last line is not read.
    const read = quoted === undefined || start === undefined ? line.length : start.length + quoted.length
    const end = rest.indexOf("\n", read)
    number += countLines(rest.slice(0, read)) + 1
    rest = end === -1 ? "" : rest.slice(end + 1)
  }
  return warnings
}

const quoted = (value: string): string => /^[\w./:+-]*$/.test(value) ? value : JSON.stringify(value)

/** The text of `.env` with these variables. Lines that are there stay; one that sets nothing gets the value. */
export const withVariables = (text: string, variables: Readonly<Record<string, string>>): string => {
  const set = parseEnv(text)
  let lines = text === "" ? [] : text.replace(/\n$/, "").split("\n")
  for (const [name, value] of Object.entries(variables)) {
    if (set[name] !== undefined && set[name] !== "") continue
    const line = `${name}=${quoted(value)}`
    const empty = lines.findIndex((one) => new RegExp(`^\\s*${name}\\s*=\\s*$`).test(one))
    lines = empty < 0 ? [...lines, line] : lines.with(empty, line)
  }
  return lines.length === 0 ? text : `${lines.join("\n")}\n`
}
