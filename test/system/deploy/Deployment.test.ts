import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import * as Environment from "../../../src/Config/Environment.ts"
import { hardening, root, sorted, systems, text, unit, unitEnvironment, variables, words } from "../../lib/SystemdUnit.ts"
import { freePort, startNginx } from "../lib/Nginx.ts"

const captured = (pattern: RegExp, from: string): ReadonlyArray<string> => [...from.matchAll(pattern)].map(([, name = ""]) => name)

const dockerfile = text("Dockerfile").replaceAll(/\\\n\s*/g, "")
const imageEnvironment = variables(captured(/((?<!\S)[^\s=]+=\S+)/g, /^ENV (.*)$/m.exec(dockerfile)?.[1] ?? ""))
const compose = text("deploy/compose.yaml")

/** The parts of a YAML text whose names have this indent, each with its content. */
const partsOf = (yaml: string, indent: string): ReadonlyMap<string, string> =>
  new Map(
    [...yaml.matchAll(new RegExp(`^${indent}([\\w-]+):(.*(?:\\n(?:${indent} .*)?$)*)`, "gm"))].map((
      [, name = "", part = ""]
    ) => [name, part])
  )

const fragments = partsOf(compose, "")
const services = partsOf(fragments.get("services") ?? "", "  ")

const nginxConf = text("deploy/nginx.conf")
const replicas = text("docs/replicas.md")
const deps: { readonly packageLock: string; readonly hashes: Readonly<Record<string, string>> } = JSON.parse(
  text("deploy/nix/npm-deps.json")
)

const folder = mkdtempSync(join(tmpdir(), "turnover-deployment-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the unit and the image", () => {
  it("set the same variables, each of them known to the service", () => {
    assert.deepStrictEqual(sorted(Object.keys(imageEnvironment)), sorted(Object.keys(unitEnvironment)))
    const known = captured(/^([A-Z_]+)=/gm, text(".env.example"))
    // The C library's own, for the memory at rest.
    assert.deepStrictEqual(Object.keys(unitEnvironment).filter((name) => !known.includes(name)), ["MALLOC_ARENA_MAX"])
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
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) {
      assert.include(fragments.get("x-hardened"), line)
    }
    for (const [name, service] of services) assert.include(service, name.startsWith("replica") ? "<<: *replica" : "<<: *hardened", name)
    assert.include(fragments.get("x-replica"), "<<: *hardened")
  })

  it("hold the bundle, and each package that it leaves outside, as the Nix package does", () => {
    const { packages }: { readonly packages: Readonly<Record<string, { readonly dependencies?: object }>> } = JSON.parse(
      text("package-lock.json")
    )
    // Needed only to compile a binding, but the package contains binaries.
    const needed = (name: string): ReadonlyArray<string> =>
      name === "node-addon-api"
        ? []
        : [name, ...Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}).flatMap(needed)]
    const external: ReadonlyArray<string> = JSON.parse(/external: (\[.*?\])/.exec(text("scripts/lib/bundle.mjs"))?.[1] ?? "[]")
    const expected = sorted(external.flatMap(needed))
    assert.include(expected, "better-sqlite3")
    for (const recipe of [dockerfile, text("deploy/nix/package.nix")]) {
      assert.deepStrictEqual(sorted(captured(/ node_modules\/([a-z0-9-]+)/g, recipe)), expected)
      assert.include(recipe,
        "cp -r dist/main.js dist/service.js dist/service.js.map dist/commands.js dist/commands.js.map dist/compiled dist/pages dist/pg.mjs dist/tables.mjs dist/holidays.cjs dist/mail.cjs dist/workbook.cjs dist/NOTICE ")
      assert.match(recipe, /cp -r config\.json package\.json tills /)
      assert.match(recipe, /^ {4}cp prebuilds\/|&& cp prebuilds\//m)
    }
  })

  it("start Node with the same options in every way that it is run", () => {
    const started: ReadonlyArray<string> = [
      JSON.parse(text("package.json")).scripts.start,
      unit.get("ExecStart")?.join(" ") ?? "",
      /^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1]?.replaceAll(/[[\]",]+/g, " ") ?? "",
      /--add-flags (.*)$/m.exec(text("deploy/nix/package.nix"))?.[1]?.replaceAll("\"", " ") ?? ""
    ]
    for (const line of started) assert.deepStrictEqual(line.split(" ").filter((word) => word.startsWith("--")), nodeOptions, line)
  })

  it("run no install script, which would compile a binding that is there already", () => {
    assert.include(text(".npmrc").split("\n"), "ignore-scripts=true")
    for (const recipe of [dockerfile, text("deploy/nix/npm-tree.sh")]) assert.include(recipe, "npm ci --ignore-scripts ")
  })
})

describe("a command beside the unit", () => {
  const line = /^systemd-run (?:.*\\\n)*.*$/m.exec(text("docs/deployment.md"))?.[0].replaceAll(/\\\n\s*/g, "") ?? ""

  it("runs with the unit's user, folder and variables, and on its program", () => {
    const properties = new Map(captured(/ -p (\w+=(?:"[^"]*"|\S+))/g, line).map((pair) => {
      const [key = "", ...value] = pair.split("=")
      return [key, value.join("=")]
    }))
    assert.deepStrictEqual([...properties.keys()].sort(), ["Environment", "EnvironmentFile", "UMask", "User", "WorkingDirectory"])
    for (const [key, value] of properties) {
      if (key === "Environment") assert.strictEqual(value, "\"$(systemctl show turnover -p Environment --value)\"")
      else assert.deepStrictEqual([value], unit.get(key), key)
    }
    // The service's own words come before those of the command.
    assert.isTrue(line.endsWith(` ${unit.get("ExecStart")?.join(" ")} doctor`), line)
    assert.match(line, /^systemd-run --quiet --pipe --wait --collect -p /)
  })
})

describe("the documented commands of a container", () => {
  /** What Compose starts: the named services and what these depend on, or each service without a profile. */
  const startedBy = (named: ReadonlyArray<string>): ReadonlyArray<string> => {
    const whole = (name: string) =>
      (services.get(name) ?? "").replace(/<<: \*([\w-]+)/, (_, part: string) =>
        `\n${fragments.get(`x-${part}`)?.replaceAll(/^ {2}/gm, "    ")}`)
    const needed = (name: string): ReadonlyArray<string> => {
      const parts = partsOf(partsOf(whole(name), "    ").get("depends_on") ?? "", "      ")
      return [name, ...[...parts.keys()].flatMap(needed)]
    }
    const chosen = named.length > 0 ? named : [...services.keys()].filter((name) => !whole(name).includes("profiles:"))
    return sorted(chosen.flatMap(needed))
  }

  it.each(["docs/deployment.md", "deploy/compose.yaml"])("start a process that serves, once: %s", (document) => {
    const commands = captured(/docker compose -f deploy\/compose\.yaml up -d(.*)$/gm, text(document))
    assert.deepStrictEqual(commands.map((command) => startedBy(words(command))), [
      ["turnover"],
      ["database", "proxy", "replica-1", "replica-2", "replica-3"]
    ])
  })

  it("builds with an argument that the image has", () => {
    const [argument = ""] = captured(/docker compose -f deploy\/compose\.yaml build --build-arg (\w+)=/g, text("docs/deployment.md"))
    assert.include(dockerfile, `\nARG ${argument}=\n`)
  })
})

describe("the documented commands of the unit", () => {
  it("put each file where the unit expects it, and create its user", () => {
    const [, block = ""] = /^## systemd\n[^]*?^```sh\n([^]*?)^```/m.exec(text("docs/deployment.md")) ?? []
    const [user = "", ...installs] = block.trim().split("\n")
    assert.strictEqual(user, `useradd --system --user-group --home-dir ${unit.get("WorkingDirectory")} ${unit.get("User")}`)
    const machine = mkdtempSync(join(folder, "machine-"))
    mkdirSync(join(machine, "etc/systemd/system"), { recursive: true })
    for (const line of installs) {
      const { status, stderr } = spawnSync("sh", [
        "-c",
        line.replace(" -o turnover -g turnover", "").replaceAll(/ \/(etc|var)\//g, ` ${machine}/$1/`).replace(/&& systemctl .*/, "")
      ], {
        cwd: root,
        encoding: "utf8"
      })
      assert.strictEqual(`${status} ${stderr}`, "0 ", line)
    }
    const expected = [unitEnvironment["CONFIG_FILE"] ?? "", "/etc/systemd/system/turnover.service"]
    for (const file of expected) assert.isTrue(existsSync(join(machine, file)), file)
  })
})

describe("the replicas of the compose file", () => {
  it("are those that nginx passes requests to, on the service's port", () => {
    const replicas = [...services.keys()].filter((name) => name.startsWith("replica"))
    assert.deepStrictEqual(replicas, ["replica-1", "replica-2", "replica-3"])
    for (const name of replicas) assert.include(services.get(name), `hostname: ${name}`)
    assert.deepStrictEqual(captured(/^ {2}server (\S+):57778 resolve /gm, nginxConf), replicas)
    assert.include(services.get("proxy"), "./nginx.conf:/etc/nginx/conf.d/default.conf:ro")
  })

  it("start only when they are asked for, and keep no password in the file", () => {
    const isOnDemand = (part: string | undefined) => part?.includes("profiles: [replicas]") === true
    assert.deepStrictEqual(["proxy", "database", "turnover"].filter((name) => isOnDemand(services.get(name))), ["proxy", "database"])
    assert.isTrue(isOnDemand(fragments.get("x-replica")))
    const settings = compose.split("\n").filter((line) => !line.startsWith("#")).join("\n")
    assert.notMatch(settings, /password|postgres:\/\//i)
    for (const part of [services.get("database"), fragments.get("x-replica")]) assert.match(part ?? "", /env_file: \[.*database\.env\]/)
  })

  it("are checked for health, as the server and the proxy are", () => {
    for (const name of ["proxy", "database"]) assert.include(services.get(name), "healthcheck:")
    assert.include(dockerfile, "\nHEALTHCHECK ")
  })
})

/** The commands in docs/replicas.md, for fixed addresses and any nginx. */
const [, ...sedScripts] = /^sed (?:-e '(.+?)' -e '(.+?)') deploy\/nginx\.conf/m.exec(replicas) ?? []

/** How a process behaves: it responds, or it never does. One that waits for its turn is stopped: its port is closed. */
type State = "well" | "paused"

/** nginx with the shipped file in front of three servers that behave like processes of the service. */
const behindNginx = async (
  test: (shop: {
    readonly port: number
    readonly replicas: ReadonlyArray<{ state: State; readonly seen: Array<string>; readonly stop: () => Promise<unknown> }>
    readonly ask: (path?: string, method?: string) => Promise<string>
  }) => Promise<void>
) => {
  const replicas = await Promise.all(["1", "2", "3"].map(async (name) => {
    const seen: Array<string> = []
    const server = createServer(({ headers, method = "", url = "" }, response) => {
      seen.push(`${method} ${url}`)
      if (replica.state === "paused" && url !== "/api/health") return
      if (url === "/api/admin/test_push") return void response.writeHead(502).end("push_failed")
      if (url !== "/api/events") return void response.end(`${name} ${headers.host} ${headers["x-forwarded-for"]}`)
      response.write("retry: 3000\n\n")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const stop = () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
    const replica = { state: "well" as State, seen, stop, port: (server.address() as AddressInfo).port }
    return replica
  }))
  const port = await freePort()
  const conf = spawnSync("sed", sedScripts.flatMap((script) => ["-e", script]), { input: nginxConf, encoding: "utf8" }).stdout
    .replaceAll(/127\.0\.0\.1:5778(\d)/g, (_, number: string) => `127.0.0.1:${replicas[Number(number) - 1]?.port}`)
    .replace("listen 57778", `listen 127.0.0.1:${port}`)
    .replace("proxy_read_timeout 15s", "proxy_read_timeout 1s")
  const ask = (path = "/api/health", method = "GET") =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, signal: AbortSignal.timeout(20_000), ...(method === "GET" ? {} : { body: "{}" }) })
      .then(async (answer) => `${answer.status} ${await answer.text()}`)
  const nginx = await startNginx(conf, async () => (await ask()).startsWith("200"))
  try {
    await test({ port, replicas, ask })
  } finally {
    await nginx.stop()
    for (const { stop } of replicas) void stop()
  }
}

const times = async <A>(count: number, ask: () => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, () => ask()))

describe("nginx before the replicas", () => {
  it("spreads requests, leaves out a replica that is gone or paused, and passes events on at once",
    () =>
      behindNginx(async ({ ask, port, replicas: [one, two] }) => {
        const answers = await times(9, ask)
        assert.deepStrictEqual(sorted([...new Set(answers)]), ["1", "2", "3"].map((name) => `200 ${name} 127.0.0.1:${port} 127.0.0.1`))
        await one?.stop()
        for (const answer of await times(6, ask)) assert.match(answer, /^200 [23] /)
        if (two) two.state = "paused"
        for (const answer of await times(4, () => ask("/api/metrics"))) assert.match(answer, /^200 3 /)
        const events = await fetch(`http://127.0.0.1:${port}/api/events`)
        const { value } = await events.body?.getReader().read() ?? {}
        assert.include(Buffer.from(value ?? []).toString(), "retry: 3000")
      }))

  // A takeover's change must not be lost: nothing of a request is sent to a closed port, so even a POST goes on.
  it("passes every request to the one process whose port is open", () =>
    behindNginx(async ({ ask, replicas: [one, two] }) => {
      await one?.stop()
      await two?.stop()
      for (const path of ["/api/metrics", "/api/health", "/"])
        for (const answer of await times(9, () => ask(path))) assert.match(answer, /^200 3 /, path)
      for (const method of ["PUT", "DELETE", "POST"])
        for (const answer of await times(9, () => ask("/api/admin/turnover", method))) assert.match(answer, /^200 3 /, method)
    }))

  it("passes the bot's refusal of a test message on", () =>
    behindNginx(async ({ ask }) => {
      assert.strictEqual(await ask("/api/admin/test_push", "POST"), "502 push_failed")
    }))

  it("sends no change to a second replica that the first may carry out later", () =>
    behindNginx(async ({ ask, replicas }) => {
      for (const replica of replicas) replica.state = "paused"
      for (const replica of replicas) replica.seen.length = 0
      assert.match(await ask("/api/admin/turnover", "PUT"), /^504 /)
      assert.strictEqual(replicas.flatMap(({ seen }) => seen).length, 1)
    }))
})

describe("Caddy before a service below a path", () => {
  it("leads the path without a slash to the page, and takes the path off", async () => {
    const seen: Array<string> = []
    const server = createServer(({ url = "" }, response) => {
      seen.push(url)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const port = await freePort()
    const [, documented = ""] = /^```caddyfile\n([^]*?)^```/m.exec(text("docs/deployment.md")) ?? []
    const file = join(folder, "Caddyfile")
    writeFileSync(file, `{\n  admin off\n}\n${documented}`
      .replace("home.example", `http://127.0.0.1:${port}`)
      .replace("127.0.0.1:57778", `127.0.0.1:${(server.address() as AddressInfo).port}`))
    const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
      env: { PATH: process.env["PATH"], HOME: folder },
      stdio: "ignore"
    })
    try {
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
      for (let tries = 0; tries < 200 && !await ask("/").then(() => true, () => false); tries++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      assert.strictEqual((await ask("/turnover")).url, `http://127.0.0.1:${port}/turnover/`)
      await ask("/turnover/api/metrics")
      assert.deepStrictEqual(seen, ["/", "/api/metrics"])
    } finally {
      caddy.kill("SIGKILL")
      server.closeAllConnections()
      server.close()
    }
  })

  it("has an expression for Traefik that leads there as well, and nowhere else", () => {
    const [, regex = "", replacement = ""] = /redirectRegex: \{ regex: "(.+?)", replacement: "(.+?)" \}/.exec(text("docs/deployment.md")) ??
      []
    const led = (address: string) => address.replace(new RegExp(regex), replacement.replace("${1}", "$1"))
    assert.strictEqual(led("https://home.example/turnover"), "https://home.example/turnover/")
    for (const address of ["https://home.example/turnover/", "https://home.example/turnovers", "https://home.example/a/turnover"])
      assert.strictEqual(led(address), address)
  })
})

describe("the image's health check", () => {
  it("is the command that says whether the process serves or waits", () => {
    const [, command = "[]"] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? []
    assert.deepStrictEqual(JSON.parse(command), ["node", "/app/dist/main.js", "ready"])
  })
})

describe("the Nix package's dependencies", () => {
  it("are pinned for this very package-lock.json", () => {
    const lock = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex")
    assert.strictEqual(deps.packageLock, lock, "package-lock.json has changed: run deploy/nix/update-hashes.sh")
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
      spawnSync(process.execPath, [join(root, "deploy/nix/config-file.mjs"), settings, target, ...Object.keys(secrets)], {
        env: { CREDENTIALS_DIRECTORY: credentials },
        encoding: "utf8"
      })
    return { run, target }
  }

  it("joins settings and secrets, and only its owner may read it", () => {
    const { run, target } = write({ chat_secret: "quiet \"words\"\n", chat_webhook_url: "https://bot.example/hook/1\r\n" })
    // It runs twice, because a restart finds the file of the previous start.
    for (const { status } of [run(), run()]) assert.strictEqual(status, 0)
    assert.deepStrictEqual(JSON.parse(readFileSync(target, "utf8")), {
      chat_webhook_url: "https://bot.example/hook/1",
      shop_name: "Corner shop",
      chat_secret: "quiet \"words\""
    })
    assert.strictEqual(statSync(target).mode & 0o777, 0o400)
  })
})
