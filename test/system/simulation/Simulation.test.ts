import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { sabotages, tillSabotages } from "../../../lab/simulation/sabotages.mjs"

/** The short form of `npm run lab -- simulate`. */
const simulate = (...options: ReadonlyArray<string>) =>
  promisify(execFile)(process.execPath, ["lab/simulation/run.mjs", ...options]).then(({ stdout }) => stdout)

const root = join(import.meta.dirname, "../../..")

const exportsOf = async (path: string) => new Map<string, unknown>(Object.entries(await import(/* @vite-ignore */ join(root, path))))

describe("the simulation", { timeout: 300_000 }, () => {
  it("finds that the service agrees with the model", async () => {
    assert.include(await simulate("--days", "25", "--seed", "3", "--seeds", "3"), "3 seeds, 75 days, 0 broken")
  })

  it("finds that the service asks a till as the model says", async () => {
    assert.include(await simulate("--till", "--days", "12"), "1 seeds, 12 days, 0 broken")
  })

  it("finds a fault in the service", async () => {
    assert.match(await simulate("--days", "40", "--seed", "3", "--sabotage", "skips-an-audit", "--no-shrink"),
      /skips-an-audit: found by seed 3/)
  })

  it("ends where the service never comes to rest, and names the seed and the step", async () => {
    assert.match(await simulate("--days", "40", "--seed", "3", "--sabotage", "never-comes-to-rest"),
      /: found by seed 3 on day \d+, after step \d+\.\d+ \w+, \d+ in all: at one instant the service never comes to rest: /)
  })
})

describe("each sabotage", () => {
  it("is registered", () => {
    const files = readdirSync(join(root, "lab/simulation/sabotages")).map((file) => basename(file, ".ts"))
    assert.sameMembers(files, [...sabotages.keys(), ...tillSabotages.keys()])
  })

  it.each([...sabotages, ...tillSabotages])("%s exports what %s exports, with some of it changed", async (name, target) => {
    const original = await exportsOf(`src/${target}`)
    const replacement = await exportsOf(`lab/simulation/sabotages/${name}.ts`)
    assert.sameMembers([...replacement.keys()], [...original.keys()])
    assert.isNotEmpty([...original].filter(([key, value]) => replacement.get(key) !== value))
  })
})
