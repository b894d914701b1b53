const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs
const longestShown = 80

/** The path of a key, joined from the keys that lead to it; at most 80 characters. */
export const pathOf = (keys: ReadonlyArray<string>): string => {
  const path = keys.join(".")
  return path.length <= longestShown ? path : `${path.slice(0, longestShown)}…`
}

/** An object or list that has not ended: the keys of the object so far, and the key whose value is being read. */
interface Open {
  readonly keys: Set<string> | undefined
  key: string
}

/**
 * The first key that occurs twice in an object of a valid JSON text, such as `weekday_range.min`, at most 80 characters; undefined
 * if there is none. `JSON.parse` silently keeps the last value, while other readers keep the first.
 */
export const repeatedKey = (json: string): string | undefined => {
  const open: Array<Open> = []
  let isKey = false
  for (const [token] of json.matchAll(tokens)) {
    const inner = open.at(-1)
    if (token === "{" || token === "[") {
      open.push({ keys: token === "{" ? new Set() : undefined, key: "" })
      isKey = token === "{"
    } else if (token === "}" || token === "]") {
      open.pop()
      isKey = false
    } else if (token === ",") isKey = inner?.keys !== undefined
    else if (token === ":") isKey = false
    else if (isKey && inner?.keys !== undefined) {
      inner.key = String(JSON.parse(token))
      if (inner.keys.has(inner.key)) {
        return pathOf(open.flatMap(({ key, keys }) => keys === undefined ? [] : [key]))
      }
      inner.keys.add(inner.key)
    }
  }
  return undefined
}
