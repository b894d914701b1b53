import { assert, describe, it } from "@effect/vitest"
import { Either, Redacted } from "effect"
import { inspect } from "node:util"
import { describe as nameOf, parseAddress, type PostgresAddress } from "../../../src/Database/Postgres/Address.ts"

const address = (changes: Partial<PostgresAddress>): PostgresAddress => ({
  host: "db.example",
  port: 5432,
  database: "turnover",
  user: "shop",
  password: null,
  sslMode: "prefer",
  rootCertificate: null,
  ...changes
})

describe("the address of a PostgreSQL database", () => {
  it.each<readonly [string, Partial<PostgresAddress>]>([
    ["postgres://shop@db.example/turnover", {}],
    ["postgresql://shop@db.example:6432/turnover", { port: 6432 }],
    ["postgres://shop@db.example/turnover?sslmode=disable", { sslMode: "disable" }],
    ["postgres://shop@db.example/turnover?sslmode=require", { sslMode: "require" }],
    ["postgres://shop@db.example/turnover?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem", {
      sslMode: "verify-full",
      rootCertificate: "/etc/ssl/db.pem"
    }],
    ["postgres://shop@db.example/turnover?sslmode=require&channel_binding=require", { sslMode: "require", bindsChannel: true }],
    ["postgres://shop@db.example/turnover?connect_timeout=10&application_name=shop", { connectMillis: 10_000 }],
    ["postgres://shop@db.example/turnover?sslrootcert=system", { sslMode: "verify-full" }],
    ["postgres://shop@[2001:db8::1]/turnover", { host: "2001:db8::1" }],
    ["postgres://db.example/%E9%97%A8%E5%BA%97", { user: null, database: "门店" }],
    ["postgres:///turnover?host=/run/postgresql", { host: "/run/postgresql", user: null, sslMode: "disable" }],
    ["postgres://shop@%2Frun%2Fpostgresql/turnover", { host: "/run/postgresql", sslMode: "disable" }]
  ])("%s is read", (url, changes) => {
    assert.deepStrictEqual(parseAddress(url), Either.right(address(changes)))
  })

  it("has a password that is read exactly, and shown nowhere", () => {
    const read = Either.getOrThrow(parseAddress("postgres://shop:hunter%402%2F%20+@db.example/turnover"))
    assert.strictEqual(read.password === null ? null : Redacted.value(read.password), "hunter@2/ +")
    for (const shown of [JSON.stringify(read), inspect(read, { depth: 9 }), String(read.password), nameOf(read)]) {
      assert.notInclude(shown, "hunter")
    }
    assert.strictEqual(nameOf(read), "turnover at db.example:5432")
  })

  it.each([
    ["postgres://shop:hunter2@/turnover", "found"],
    ["postgres:///turnover", "found no host"],
    ["postgres://shop:hunter2@db.example", "found no name of a database"],
    ["postgres://shop:hunter2@db.example/a/b", "found no name of a database, or one with a slash"],
    [
      "postgres://shop:hunter2@db.example/turnover?sslmode=allow",
      "found an sslmode other than disable, prefer, require, verify-ca, verify-full"
    ],
    ["postgres://shop:hunter2@db.example/turnover?sslmode=require&sslmode=disable", "found a parameter that is given twice"],
    ["postgres://shop:hunter2@db.example/turnover?connect_timeout=5s", "found a connect_timeout other than whole seconds"],
    ["postgres://shop:hunter2@db.example/turnover?channel_binding=hunter2", "found a channel_binding other than disable, prefer, require"],
    ["postgres://shop:hunter2@db.example/turnover?sslrootcert=system&sslmode=require", "found sslrootcert=system with an sslmode other"],
    ["postgres://shop:hunter2@db.example/turnover?password=hunter2", "found the parameter password"],
    ["postgres://shop:1?hunter2=@db.example/turnover", "found"],
    ["postgres://shop:1#hunter2@db.example/turnover", "found a # that is not escaped"],
    ["postgres://shop:hunter2/@db.example/turnover", "found"],
    ["postgres://shop:hunter2%@db.example/turnover", "found an address that cannot be read"],
    ["postgres://shop:hunter2@one,two/turnover", "found several hosts"],
    ["postgres://shop:hunter2@one:1,two:2/turnover", "found an address that cannot be read"],
    ["postgres://shop:hunter2@db.example/turnover?host=/run/postgresql", "found no host, or two of them"],
    ["postgres:///turnover?host=/run/postgresql&sslmode=require", "found an sslmode for a socket"],
    ["postgres:shop:hunter2", "found"]
  ])("%s is refused in one sentence that repeats no password", (url, found) => {
    const sentence = Either.getOrThrow(Either.flip(parseAddress(url)))
    assert.include(sentence, `DATABASE_URL: ${found}`)
    assert.include(sentence, "expected postgres://user:password@host:5432/name")
    assert.notInclude(sentence, "hunter2")
    assert.notInclude(sentence, "\n")
  })
})
