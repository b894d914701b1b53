import { parseArgs } from "node:util"

/** Whole numbers of the command line, `--name 12`, each with the value that holds without it. */
export const readOptions = <const Names extends string>(defaults: Readonly<Record<Names, number>>): Record<Names, number> => {
  const names = Object.keys(defaults) as Array<Names>
  const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) })
  return Object.fromEntries(names.map((name) => {
    const text = values[name]
    if (text !== undefined && !/^\d{1,10}$/.test(String(text))) throw new Error(`--${name}: expected a whole number, got ${text}`)
    return [name, text === undefined ? defaults[name] : Number(text)]
  })) as Record<Names, number>
}

/** Of the machine's clock: what was not asked to be repeated is another run each time. */
export const freshSeed = (): number => Date.now() % 1_000_000_007
