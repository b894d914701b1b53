import { parseArgs } from "node:util"

/** Reads whole numbers from the command line, `--name 12`, with their defaults. */
export const readOptions = <const Names extends string>(defaults: Readonly<Record<Names, number>>): Record<Names, number> => {
  const names = Object.keys(defaults) as Array<Names>
  const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) })
  return Object.fromEntries(names.map((name) => {
    const text = values[name]
    if (text !== undefined && !/^\d{1,10}$/.test(String(text))) throw new Error(`--${name}: expected a whole number, got ${text}`)
    return [name, text === undefined ? defaults[name] : Number(text)]
  })) as Record<Names, number>
}

/** A seed from the machine's clock: without `--seed`, each run differs. */
export const freshSeed = (): number => Date.now() % 1_000_000_007
