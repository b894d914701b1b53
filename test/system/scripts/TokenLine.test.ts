import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { execSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { weaknessOf } from "../../../src/Config/AdminToken.ts"

describe("an admin token", () => {
  it("is made and stored by the line of the sign-in page, also beside an empty one", () => {
    const folder = mkdtempSync(join(tmpdir(), "turnover-token-"))
    const line = /<code id="disabled-line">([^<]+)</.exec(readFileSync("static/sign-in.html", "utf8"))?.[1] ?? ""
    writeFileSync(join(folder, ".env"), "PORT=1\nADMIN_TOKEN=")
    const printed = execSync(line, { cwd: folder, encoding: "utf8" }).trim()
    assert.deepStrictEqual({ ...parseEnv(readFileSync(join(folder, ".env"), "utf8")) }, { PORT: "1", ADMIN_TOKEN: printed })
    assert.isUndefined(weaknessOf(Redacted.make(printed)))
    rmSync(folder, { recursive: true })
  })
})
