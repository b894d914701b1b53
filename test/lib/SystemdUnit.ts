import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export const text = (path: string): string => readFileSync(join(root, path), "utf8")

export const sorted = (names: Iterable<string>): ReadonlyArray<string> => [...new Set(names)].sort()

/** The value of a unit's key, as JSON or Nix has it. */
export type Value = string | number | boolean | ReadonlyArray<string>

/** A value as one list of words, even if it has several lines. */
export const words = (value: Value): ReadonlyArray<string> =>
  [value].flat().flatMap((one) => String(one).split(" ")).filter((word) => word !== "")

/** A line's words; `~@a @b` stands for `~@a ~@b`. */
const wordsOfLine = (line: string): ReadonlyArray<string> =>
  line.startsWith("~") ? words(line.slice(1)).map((word) => `~${word}`) : words(line)

/** The plain unit: each key with its words. An `Environment` line counts as one word. */
export const unit: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const values = new Map<string, ReadonlyArray<string>>()
  for (const line of text("deploy/turnover.service").split("\n")) {
    const [, key, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key === undefined) continue
    values.set(key, [...(values.get(key) ?? []), ...(key === "Environment" ? [value] : wordsOfLine(value))])
  }
  return values
})()

/** `NAME=value` lines. */
export const variables = (lines: Iterable<string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...lines].map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]))

export const unitEnvironment = variables(unit.get("Environment") ?? [])

/** The hardening options of the module. */
export const hardening: Readonly<Record<string, Value>> = JSON.parse(text("deploy/nix/hardening.json"))

/** The systems that the Nix package is built for. */
export const systems = ["aarch64-darwin", "aarch64-linux", "x86_64-darwin", "x86_64-linux"]
