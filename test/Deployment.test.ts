import { OpenApi } from "@effect/platform"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Api } from "../src/Api.ts"
import * as Environment from "../src/Config/Environment.ts"
import { hardening, root, sorted, systems, text, unit, unitEnvironment, variables, words } from "./lib/SystemdUnit.ts"

const captured = (pattern: RegExp, from: string): ReadonlyArray<string> => [...from.matchAll(pattern)].map(([, name = ""]) => name)

const dockerfile = text("Dockerfile").replaceAll(/\\\n\s*/g, "")
const imageEnvironment = variables(captured(/((?<!\S)[^\s=]+=\S+)/g, /^ENV (.*)$/m.exec(dockerfile)?.[1] ?? ""))
const compose = text("deploy/compose.yaml")

const deps: { readonly packageLock: string; readonly hashes: Readonly<Record<string, string>> } = JSON.parse(text("nix/npm-deps.json"))

const folder = mkdtempSync(join(tmpdir(), "turnover-deployment-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the unit and the image", () => {
  it("set the same variables, each of them known to the service", () => {
    assert.deepStrictEqual(sorted(Object.keys(imageEnvironment)), sorted(Object.keys(unitEnvironment)))
    const known = captured(/^([A-Z_]+)=/gm, text(".env.example"))
    assert.deepStrictEqual(Object.keys(unitEnvironment).filter((name) => !known.includes(name)), [])
    assert.notInclude(Object.keys(unitEnvironment), "ADMIN_TOKEN")
  })

  it.effect("start the service with settings that it accepts, on its own port", () =>
    Effect.gen(function*() {
      const { port } = yield* Environment.fromVariables({})
      for (const environment of [unitEnvironment, imageEnvironment]) {
        assert.strictEqual((yield* Environment.fromVariables(environment)).port, port)
      }
      assert.include(dockerfile, `\nEXPOSE ${port}\n`)
      assert.include(compose, `ports: ["${port}:${port}"]`)
    }))

  it("keep the service from everything it does not need, the unit just like the module", () => {
    for (const [key, value] of Object.entries(hardening)) {
      assert.deepStrictEqual(sorted(unit.get(key) ?? ["not set"]), sorted(words(value)), key)
    }
    assert.include(dockerfile, "\nUSER 1000:1000\n")
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) assert.include(compose, line)
  })

  it("hold the bundle, and each package that it leaves outside, as the Nix package does", () => {
    const { packages }: { readonly packages: Readonly<Record<string, { readonly dependencies?: object }>> } = JSON.parse(
      text("package-lock.json")
    )
    // It only fetches a prebuilt binding, which is not used.
    const needed = (name: string): ReadonlyArray<string> =>
      name === "prebuild-install"
        ? []
        : [name, ...Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}).flatMap(needed)]
    const external: ReadonlyArray<string> = JSON.parse(/external: (\[.*?\])/.exec(text("scripts/bundle.mjs"))?.[1] ?? "[]")
    const expected = sorted(external.flatMap(needed))
    assert.include(expected, "better-sqlite3")
    for (const recipe of [dockerfile, text("nix/package.nix")]) {
      assert.deepStrictEqual(sorted(captured(/ node_modules\/([a-z0-9-]+)/g, recipe)), expected)
    }
  })
})

describe("the image's health check", () => {
  const [, command = "[]"] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [program = "", ...args]: ReadonlyArray<string> = JSON.parse(command)

  it("asks a path that the service has", () => {
    const [, path = ""] = /\/\/127\.0\.0\.1:[^/]*(\/[a-z/]+)/.exec(command) ?? []
    assert.include(Object.keys(OpenApi.fromApi(Api).paths), path)
    assert.include(text("nix/vm-test.nix"), path.replace("/api", "{api}"))
  })

  for (const [status, verdict] of [[200, 0], [503, 1]] as const) {
    it(`takes ${status} for ${verdict === 0 ? "healthy" : "ill"}`, async () => {
      const server = createServer(({ headers }, response) => response.writeHead(headers.host === "shop.example" ? status : 421).end("{}"))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const child = spawn(program, args, { env: { ...process.env, PORT: String(port), ALLOWED_HOSTS: "shop.example, other.example" } })
      const code = await new Promise((resolve) => child.once("exit", resolve))
      server.close()
      assert.strictEqual(code, verdict)
    })
  }
})

describe("the Nix package's dependencies", () => {
  it("are pinned for this very package-lock.json", () => {
    const lock = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex")
    assert.strictEqual(deps.packageLock, lock, "package-lock.json has changed: run nix/update-hashes.sh")
    assert.deepStrictEqual(sorted(Object.keys(deps.hashes)), systems)
  })
})

describe("the module's config.json", () => {
  const write = (secrets: Readonly<Record<string, string>>) => {
    const credentials = mkdtempSync(join(folder, "credentials-"))
    for (const [key, value] of Object.entries(secrets)) writeFileSync(join(credentials, key), value)
    const target = join(credentials, "config.json")
    const settings = join(credentials, "settings.json")
    writeFileSync(settings, JSON.stringify({ chat_webhook_url: "console:", shop_name: "Corner shop" }))
    const run = () =>
      spawnSync(process.execPath, [join(root, "nix/config-file.mjs"), settings, target, ...Object.keys(secrets)], {
        env: { CREDENTIALS_DIRECTORY: credentials },
        encoding: "utf8"
      })
    return { run, target }
  }

  it("joins settings and secrets, and only its owner may read it", () => {
    const { run, target } = write({ chat_secret: "quiet \"words\"\n", chat_webhook_url: "https://bot.example/hook/1\r\n" })
    // Twice: a restart finds the file of the previous start.
    for (const { status } of [run(), run()]) assert.strictEqual(status, 0)
    assert.deepStrictEqual(JSON.parse(readFileSync(target, "utf8")), {
      chat_webhook_url: "https://bot.example/hook/1",
      shop_name: "Corner shop",
      chat_secret: "quiet \"words\""
    })
    assert.strictEqual(statSync(target).mode & 0o777, 0o400)
  })
})
