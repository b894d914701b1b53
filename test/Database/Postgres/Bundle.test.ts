import { assert, describe, it } from "@effect/vitest"
import { build, type BuildOptions, type Metafile } from "esbuild"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { packageRoot } from "../../../src/Package.ts"

/** Every file that is evaluated together with `entry`, without those that a function imports later. */
const evaluatedWith = ({ inputs }: Metafile, entry: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const { kind, path } of inputs[file]?.imports ?? []) {
      if (kind !== "dynamic-import") visit(path)
    }
  }
  visit(entry)
  return found
}

describe("the bundle", () => {
  it("holds PostgreSQL's driver, and evaluates none of it before an address asks for it", async () => {
    const script = pathToFileURL(join(packageRoot, "scripts/lib/bundle.mjs")).href
    const { bundleOptions }: { bundleOptions: BuildOptions } = await import(script)
    const { metafile } = await build({ ...bundleOptions, minify: false, write: false, metafile: true })
    const isDriver = (file: string) => /^node_modules\/(pg|pg-.*|pgpass|postgres-.*)\//.test(file)
    assert.isNotEmpty(Object.keys(metafile.inputs).filter(isDriver))
    const atStart = [...evaluatedWith(metafile, "src/main.ts")]
    assert.include(atStart, "src/Database/Postgres/Client.ts")
    assert.deepStrictEqual(atStart.filter(isDriver), [])
  })
})
