import { assert, describe, it } from "@effect/vitest"
import { unfitMachine } from "../../../src/Database/Sqlite/Place.ts"

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

describe("a machine on which SQLite's binary does not load", () => {
  it.each([
    ["ERR_DLOPEN_FAILED", "/lib/libc.so.6: version `GLIBC_2.34' not found (required by linux-x64.node)"],
    ["MODULE_NOT_FOUND", "Cannot find module 'build/Release/better_sqlite3.node'"]
  ])("is named with what it needs: %s", (code, message) => {
    assert.strictEqual(unfitMachine(failure(code, `${message}\nRequire stack:`))?.message,
      "SQLite's binary does not load: expected a processor with 64 bits and, on Linux, glibc 2.34 or later " +
        `(Debian 12, Ubuntu 22.04, RHEL 9) or musl, found ${process.arch}: ${message}`)
  })

  it("is not blamed for another fault", () => assert.isUndefined(unfitMachine(failure("SQLITE_BUSY", "database is locked"))))
})
