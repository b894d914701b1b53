import { parseArgs } from "node:util"

/** Whether a command line names the PostgreSQL database: `--database postgres`. The default is `sqlite`. */
export const readDatabase = (): "sqlite" | "postgres" => {
  const { values: { database = "sqlite" } } = parseArgs({ options: { database: { type: "string" } }, strict: false })
  if (database !== "sqlite" && database !== "postgres") throw new Error(`--database: expected sqlite or postgres, got ${database}`)
  return database
}

/** Reads whole numbers from the command line, `--name 12`, with their defaults. */
export const readOptions = <const Names extends string>(defaults: Readonly<Record<Names, number>>): Record<Names, number> => {
  const names = Object.keys(defaults) as Array<Names>
  const known: ReadonlyArray<string> = [...names, "database"]
  const { values } = parseArgs({ options: Object.fromEntries(known.map((name) => [name, { type: "string" as const }])) })
  return Object.fromEntries(names.map((name) => {
    const text = values[name]
    if (text !== undefined && !/^\d{1,10}$/.test(String(text))) throw new Error(`--${name}: expected a whole number, got ${text}`)
    return [name, text === undefined ? defaults[name] : Number(text)]
  })) as Record<Names, number>
}

/** A seed from the machine's clock: without `--seed`, each run differs. */
export const freshSeed = (): number => Date.now() % 1_000_000_007
