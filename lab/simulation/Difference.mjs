const short = 200
const around = 60

const isObject = (value) => typeof value === "object" && value !== null

const child = (path, key, isArray) => isArray ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`

/** Both texts, from shortly before the first character that differs. */
const apart = (one, other) => {
  let at = 0
  while (one[at] === other[at]) at += 1
  const from = Math.max(0, at - around)
  const part = (text) => `${from > 0 ? "…" : ""}${text.slice(from, at + around)}${text.length > at + around ? "…" : ""}`
  return [part(one), part(other)]
}

const cut = (value) => {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length <= short ? text : `${text.slice(0, short)}…`
}

const said = (path, found, expected) => `${path === "" ? "" : `at ${path}: `}found ${found}, expected ${expected}`

const isAlike = (one, other) => JSON.stringify(one) === JSON.stringify(other)

const at = (path, found, expected) => {
  if (typeof found === "string" && typeof expected === "string") return said(path, ...apart(found, expected).map(cut))
  if (!isObject(found) || !isObject(expected) || Array.isArray(found) !== Array.isArray(expected))
    return said(path, cut(found), cut(expected))
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)])
  for (const key of keys)
    if (!isAlike(found[key], expected[key])) return at(child(path, key, Array.isArray(found)), found[key], expected[key])
  return said(path, `the order ${cut(Object.keys(found))}`, cut(Object.keys(expected)))
}

const plain = (value) => {
  const json = JSON.stringify(value)
  return json === undefined ? undefined : JSON.parse(json)
}

/**
 * The difference of two values that are compared by their JSON, as `found …, expected …`; undefined if they are equal. For long
 * values it names the path of the first member that differs, because both values would be cut off before it.
 */
export const difference = (found, expected) => {
  if (isAlike(found, expected)) return undefined
  const [one, other] = [found, expected].map((value) => JSON.stringify(value) ?? "nothing")
  return Math.max(one.length, other.length) <= short ? said("", one, other) : at("", plain(found), plain(expected))
}
