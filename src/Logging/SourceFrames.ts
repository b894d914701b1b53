import { readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { fileURLToPath } from "node:url"

const load = (bundle: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(bundle)}.map`, "utf8")))
  } catch {
    return null
  }
}

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")

/**
 * Replaces positions in the minified bundle by those in files of `src/` in an error's stack. The source map is read at the first
 * error: Node's own support for source maps would slow down every start.
 * @param bundle URL of the bundle; without a source map beside it, stacks stay as they are
 */
export const makeSourceFrames = (bundle: string): (stack: string) => string => {
  const position = new RegExp(`${escaped(bundle)}:(\\d+):(\\d+)`, "g")
  let map: SourceMap | null | undefined
  return (stack) => {
    if (!stack.includes(bundle)) return stack
    if (map === undefined) map = load(bundle)
    const found = map
    return found === null ? stack : stack.replace(position, (text, line: string, column: string) => {
      const entry = found.findEntry(Number(line) - 1, Number(column) - 1)
      if (!("originalSource" in entry)) return text
      return `${entry.originalSource.replace(/^(?:\.\.\/)+/, "")}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    })
  }
}

/** The source frames of the bundle that contains this module. */
export const sourceFrames: (stack: string) => string = makeSourceFrames(import.meta.url)
