/** Tokens from which the place of a value follows. Numbers and constants begin a value as well. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs

/** An object or list that has not ended, and the key or index of the value being read. */
interface Open {
  readonly isObject: boolean
  key: string
}

/**
 * For a valid JSON text, a function from the path of a member to the line on which it begins, counted from 1. A path joins the keys
 * with dots. A missing member has the line of the object that should contain it.
 */
export const linesOfJson = (json: string): (path: string) => number => {
  const lines = new Map<string, number>()
  const open: Array<Open> = []
  let line = 1
  let read = 0
  let isKey = false
  const begin = () => {
    const path = open.map(({ key }) => key).join(".")
    if (!lines.has(path)) lines.set(path, line)
  }
  for (const { 0: token, index } of json.matchAll(tokens)) {
    line += json.slice(read, index).split("\n").length - 1
    read = index
    const inner = open.at(-1)
    if (token === "}" || token === "]") open.pop()
    else if (token === ",") {
      if (inner?.isObject === false) inner.key = String(Number(inner.key) + 1)
      else isKey = true
    } else if (token === ":") isKey = false
    else if (isKey && inner !== undefined) {
      inner.key = String(JSON.parse(token))
      begin()
    } else {
      begin()
      if (token === "{" || token === "[") open.push({ isObject: token === "{", key: "0" })
    }
    if (token === "{") isKey = true
    else if (token === "[" || token === "}" || token === "]") isKey = false
  }
  return (path) => {
    let place = path
    while (place !== "" && !lines.has(place)) place = place.slice(0, Math.max(place.lastIndexOf("."), 0))
    return lines.get(place) ?? 1
  }
}
