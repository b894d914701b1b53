import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { ourIdentity } from "../../src/Config/OnlyOurs.ts"
import { partialName, replaceSettings } from "../../src/Config/WholeFile.ts"
import { temporaryFolder } from "../Database/TestFile.ts"

const token = "ADMIN_TOKEN=0123456789abcdef\n"

const inFolder = Effect.map(temporaryFolder, (folder) => {
  const root = realpathSync(folder)
  return {
    root,
    at: (name: string) => join(root, name),
    rights: (name: string) => (statSync(join(root, name)).mode & 0o777).toString(8),
    text: (name: string) => readFileSync(join(root, name), "utf8")
  }
})

const refusal = (...args: Parameters<typeof replaceSettings>) =>
  Effect.map(Effect.flip(replaceSettings(...args)), ({ found, why }) => [why, found])

// Rule 1.18.
describe("config.json and .env", () => {
  it.scoped("are closed to others if they are new and have a credential, and lose the rights of others if they are there", () =>
    Effect.gen(function*() {
      const { at, rights, text } = yield* inFolder
      yield* replaceSettings(at(".env"), token, true)
      yield* replaceSettings(at("open.json"), "{}", false)
      assert.deepStrictEqual([rights(".env"), text(".env"), rights("open.json")], ["600", token, (0o666 & ~process.umask()).toString(8)])
      const kept = [[0o600, false, "600"], [0o600, true, "600"], [0o664, true, "660"], [0o644, false, "644"], [0o640, true, "640"]] as const
      for (const [mode, isSecret, after] of kept) {
        writeFileSync(at("config.json"), "old")
        chmodSync(at("config.json"), mode)
        yield* replaceSettings(at("config.json"), "{}", isSecret)
        assert.deepStrictEqual([rights("config.json"), text("config.json")], [after, "{}"])
      }
    }))

  it.scoped("are not written through a link or a file that waits under the name of the unfinished one", () =>
    Effect.gen(function*() {
      const { at, rights, root, text } = yield* inFolder
      writeFileSync(at("victim"), "precious")
      symlinkSync(at("victim"), partialName(at("config.json")))
      writeFileSync(partialName(at(".env")), "")
      chmodSync(partialName(at(".env")), 0o666)
      const waiting = openSync(partialName(at(".env")), "r")
      yield* replaceSettings(at("config.json"), "{}", true)
      yield* replaceSettings(at(".env"), token, true)
      assert.deepStrictEqual([text("victim"), readFileSync(waiting, "utf8"), rights(".env"), rights("config.json")], [
        "precious",
        "",
        "600",
        "600"
      ])
      closeSync(waiting)
      assert.deepStrictEqual(readdirSync(root).sort(), [".env", "config.json", "victim"])
    }))

  it.scoped("are written where a link leads if nobody else can write the way, and else left as they are", () =>
    Effect.gen(function*() {
      const { at, rights, text } = yield* inFolder
      mkdirSync(at("own/settings"), { recursive: true })
      symlinkSync("own/settings/env", at(".env"))
      yield* replaceSettings(at(".env"), token, true)
      assert.deepStrictEqual([lstatSync(at(".env")).isSymbolicLink(), text("own/settings/env"), rights("own/settings/env")], [
        true,
        token,
        "600"
      ])
      chmodSync(at("own"), 0o777)
      assert.deepStrictEqual(yield* refusal(at(".env"), "", true), ["link", at("own")])
      assert.strictEqual(text("own/settings/env"), token)
    }))

  it.scoped("are left as they are if they are another user's, or if the system does not let them go", () =>
    Effect.gen(function*() {
      const { at, root, text } = yield* inFolder
      const own = ourIdentity()
      if (own === null) return
      writeFileSync(at("config.json"), "old")
      const stranger = { ...own, user: own.user + 1 }
      assert.deepStrictEqual(yield* refusal(at("config.json"), "{}", false, stranger), ["owner", String(own.user)])
      assert.strictEqual(text("config.json"), "old")
      mkdirSync(at("mounted/in"), { recursive: true })
      const [why] = yield* refusal(at("mounted"), token, true)
      assert.deepStrictEqual([why, readdirSync(root).sort()], ["kept", ["config.json", "mounted"]])
      assert.deepStrictEqual(yield* refusal(at("none/.env"), token, true), ["kept", "ENOENT: no such file or directory"])
    }))
})
