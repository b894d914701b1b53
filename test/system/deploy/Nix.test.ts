import { OpenApi } from "@effect/platform"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Either, Equal } from "effect"
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Api } from "../../../src/Api.ts"
import { parse } from "../../../src/Config/ShopConfig.ts"
import * as DatabaseUrl from "../../../src/Database/DatabaseUrl.ts"
import { hardening, root, sorted, systems, text, unit, unitEnvironment, type Value, words } from "../../lib/SystemdUnit.ts"

interface Facts {
  readonly environment: Readonly<Record<"plain" | "full" | "ownFile" | "first" | "second", Readonly<Record<string, string>>>>
  readonly service: Readonly<Record<"plain" | "full" | "ownFile" | "backup" | "second", Readonly<Record<string, Value>>>>
  readonly server: {
    readonly enable: boolean
    readonly ensureDatabases: ReadonlyArray<string>
    readonly ensureUsers: ReadonlyArray<{ readonly name: string; readonly ensureDBOwnership: boolean }>
    readonly withoutAsking: boolean
  }
  readonly replicas: {
    readonly after: ReadonlyArray<string>
    readonly wants: ReadonlyArray<string>
    readonly firewall: ReadonlyArray<number>
    readonly upstreams: Readonly<Record<string, ReadonlyArray<string>>>
    readonly elsewhere: ReadonlyArray<string>
  }
  readonly upstreams: Readonly<Record<string, ReadonlyArray<string>>>
  readonly settings: Readonly<Record<"plain" | "full", Readonly<Record<string, unknown>>>>
  readonly backupWithoutAsking: boolean
  readonly folders: ReadonlyArray<string>
  readonly locations: Readonly<Record<string, { readonly proxyPass: string; readonly extraConfig: string }>>
  readonly refusals: Readonly<Record<string, ReadonlyArray<string>>>
}

describe("the Nix flake", () => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-nix-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const checkout = join(folder, "checkout")
  const left = ["node_modules", "dist", "data", ".git"]

  /**
   * Evaluates with a stub that has only the parts of nixpkgs that the flake uses, and with its own store, home and settings:
   * nothing is fetched, and nothing outside of the folder is read or written.
   */
  const evaluate = <A>(attribute: string, apply = "value: value", flake = `path:${checkout}`): A =>
    JSON.parse(execFileSync("nix", [
      ...["eval", "--json", "--offline", "--impure", "--no-write-lock-file", "--store", join(folder, "store")],
      ...["--override-input", "nixpkgs", `path:${checkout}/deploy/nix/eval`],
      ...[`${flake}#${attribute}`, "--apply", apply]
    ], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NIX_CONFIG: "experimental-features = nix-command flakes\nbuild-users-group =\nsandbox = false\nsubstituters ="
      }
    }))

  let facts: Facts
  beforeAll(() => {
    for (const name of readdirSync(root).filter((entry) => !left.includes(entry))) {
      cpSync(join(root, name), join(checkout, name), { recursive: true, filter: (path) => !path.endsWith("/node_modules") })
    }
    facts = evaluate<Facts>("checks.x86_64-linux.module.facts")
  }, 60_000)

  it("runs a service by the documented configuration of a machine, with its secrets outside of the store", () => {
    const [, documented = ""] = /^## NixOS\n[^]*?^```nix\n([^]*?)^```/m.exec(text("docs/deployment.md")) ?? []
    const machine = join(folder, "machine")
    mkdirSync(machine)
    writeFileSync(join(machine, "documented.nix"), documented)
    writeFileSync(join(machine, "flake.nix"), `{
      inputs.nixpkgs.url = "path:${checkout}/deploy/nix/eval";
      inputs.turnover.url = "path:${checkout}";
      inputs.turnover.inputs.nixpkgs.follows = "nixpkgs";
      outputs = inputs: {
        config = (inputs.nixpkgs.lib.nixosSystem {
          modules = [ (import ./documented.nix { inherit inputs; }) {
            boot.isContainer = true;
            nixpkgs.hostPlatform = "x86_64-linux";
            system.stateVersion = "25.11";
          } ];
        }).config;
      };
    }`)
    const found: {
      readonly faults: ReadonlyArray<string>
      readonly units: ReadonlyArray<string>
      readonly service: Readonly<Record<string, Value>>
      readonly hosts: ReadonlyArray<string>
    } = evaluate("config", `config: {
      faults = map (entry: entry.message) (builtins.filter (entry: !entry.assertion) config.assertions);
      units = builtins.attrNames config.systemd.services;
      service = config.systemd.services.turnover.serviceConfig;
      hosts = builtins.attrNames config.services.nginx.virtualHosts;
    }`, `path:${machine}`)
    assert.deepStrictEqual([found.faults, found.hosts], [[], ["turnover.example.org"]])
    assert.includeMembers([...found.units], ["turnover", "turnover-backup"])
    assert.deepStrictEqual(words(found.service["EnvironmentFile"] ?? ""), ["/run/secrets/turnover.env"])
    assert.deepStrictEqual(words(found.service["LoadCredential"] ?? ""), ["chat_webhook_url:/run/secrets/turnover-webhook"])
  })

  it("has a package, an app, a shell, a formatter and checks for each system", () => {
    const drvPath = (outputs: string, of: string) =>
      evaluate<Readonly<Record<string, string>>>(outputs, `builtins.mapAttrs (_: system: ${of})`)
    for (
      const [outputs, of] of [
        ["packages", "system.default.drvPath"],
        ["apps", "system.default.program"],
        ["devShells", "system.default.drvPath"],
        ["formatter", "system.drvPath"],
        ["checks", "system.package.drvPath"]
      ] as const
    ) {
      const paths = drvPath(outputs, of)
      assert.deepStrictEqual(sorted(Object.keys(paths)), systems, outputs)
      for (const path of Object.values(paths)) assert.match(path, /^\/nix\/store\/[a-z0-9]{32}-/)
    }
    for (const check of ["vm", "vm-replicas"]) {
      assert.match(evaluate<string>(`checks.x86_64-linux.${check}.drvPath`), /vm-test.*turnover.*\.drv$/, check)
    }
  }, 60_000)

  it("has a lock file that pins nixpkgs", () => {
    const { nodes } = JSON.parse(text("flake.lock"))
    assert.match(nodes.nixpkgs.locked.rev, /^[0-9a-f]{40}$/)
    assert.match(nodes.nixpkgs.locked.narHash, /^sha256-/)
    assert.include(text("flake.nix"), `github:${nodes.nixpkgs.original.owner}/${nodes.nixpkgs.original.repo}/${nodes.nixpkgs.original.ref}`)
  })

  it("runs the service as the unit does: same variables, same port, same hardening", () => {
    assert.deepStrictEqual({ ...facts.environment.ownFile }, unitEnvironment)
    assert.deepStrictEqual(sorted(Object.keys(facts.environment.plain)), sorted(Object.keys(unitEnvironment)))
    for (const [name, service] of Object.entries(facts.service)) {
      for (const [key, value] of Object.entries(hardening)) {
        assert.deepStrictEqual(sorted(words(service[key] ?? "not set")), sorted(words(value)), `${name}: ${key}`)
      }
    }
    for (
      const key of [
        "Type",
        "User",
        "Group",
        "StateDirectory",
        "StateDirectoryMode",
        "LogsDirectory",
        "LogsDirectoryMode",
        "WorkingDirectory",
        "Restart",
        "RestartSec",
        "TimeoutStopSec"
      ]
    ) {
      assert.deepStrictEqual(words(facts.service.ownFile[key] ?? "not set"), unit.get(key), key)
    }
  })

  it("has the service's own defaults for the shop's settings, and announces a day once", () => {
    const read = (members: object) => Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: "console:", ...members })))
    assert.isTrue(Equal.equals(read(facts.settings.plain).config.webhookUrl, read({}).config.webhookUrl))
    assert.deepStrictEqual(read(facts.settings.plain), {
      ...read({ fallback_push: "auto" }),
      members: read(facts.settings.plain).members,
      warnings: []
    })
    assert.strictEqual(facts.settings.full.cutoff_time, "22:30")
    assert.isTrue(facts.settings.full.some_later_key)
  })

  it("hands secrets over as credentials, never through the store", () => {
    assert.deepStrictEqual(facts.service.full.LoadCredential, [
      "chat_secret:/run/secrets/turnover-secret",
      "chat_webhook_url:/run/secrets/turnover-webhook"
    ])
    assert.deepStrictEqual(words(facts.service.full.EnvironmentFile ?? []), ["/run/secrets/turnover.env"])
    assert.match(String(facts.service.full.ExecStartPre), / \/run\/turnover\/config\.json chat_secret chat_webhook_url$/)
    assert.strictEqual(facts.service.full.RuntimeDirectoryMode, "0700")
    assert.isUndefined(facts.service.ownFile.ExecStartPre)
  })

  it("refuses what would show a secret or could not run", () => {
    const { nothing = ["missing"], ...refused } = facts.refusals
    assert.deepStrictEqual(nothing, [])
    assert.strictEqual(Object.keys(refused).length, 7)
    for (const [name, sentences] of Object.entries(refused)) assert.strictEqual(sentences.length, 1, name)
  })

  it("runs replicas on a server of the machine, each with its port, log and settings, as one user", () => {
    assert.deepStrictEqual(facts.server, {
      enable: true,
      ensureDatabases: ["turnover"],
      ensureUsers: [{ name: "turnover", ensureDBOwnership: true }],
      withoutAsking: false
    })
    const { first, second } = facts.environment
    const url = "postgres:///turnover?host=/run/postgresql"
    assert.deepStrictEqual(Either.map(DatabaseUrl.parse(url), DatabaseUrl.DatabaseUrl.$is("Postgres")), Either.right(true))
    assert.strictEqual(first.DATABASE_URL, url)
    assert.strictEqual(first.CONFIG_FILE, "/run/turnover/config.json")
    assert.deepStrictEqual(second, {
      ...first,
      CONFIG_FILE: "/run/turnover-2/config.json",
      LOG_FILE: "/var/log/turnover/app-2.log",
      PORT: "57779"
    })
    assert.strictEqual(facts.service.second.RuntimeDirectory, "turnover-2")
    assert.strictEqual(facts.service.second.User, "turnover")
    for (const units of [facts.replicas.after, facts.replicas.wants]) assert.include(units, "postgresql.target")
    assert.deepStrictEqual(facts.replicas.firewall, [57_778, 57_779])
    assert.deepStrictEqual(facts.replicas.upstreams, { turnover: ["127.0.0.1:57778", "127.0.0.1:57779"] })
    assert.includeMembers([...facts.replicas.elsewhere], ["turnover", "turnover-2", "turnover-3"])
  })

  it("puts nginx and the backup beside it only when asked, and passes events on unbuffered", () => {
    assert.isFalse(facts.backupWithoutAsking)
    assert.deepStrictEqual(facts.service.plain.ReadWritePaths, [])
    assert.deepStrictEqual(facts.service.full.ReadWritePaths, ["/srv/turnover"])
    assert.deepStrictEqual(facts.folders, [
      "d /srv/turnover 0700 turnover turnover -",
      "d /var/backup/turnover 0700 turnover turnover -"
    ])
    assert.strictEqual(facts.environment.plain.HOST, "0.0.0.0")
    assert.strictEqual(facts.environment.full.HOST, "127.0.0.1")
    assert.notProperty(facts.environment.plain, "TRUST_PROXY")
    assert.strictEqual(facts.environment.full.TRUST_PROXY, "127.0.0.1,::1")
    assert.strictEqual(facts.locations["/"]?.proxyPass, "http://turnover")
    assert.deepStrictEqual(facts.upstreams, { turnover: ["127.0.0.1:8080"] })
    assert.include(facts.locations["= /api/events"]?.extraConfig ?? "", "proxy_buffering off;")
    assert.include(Object.keys(OpenApi.fromApi(Api).paths), "/api/events")
  })
})
