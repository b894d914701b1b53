import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { parseAddress } from "../../../../src/Database/Postgres/Address.ts"
import { type Facts, faultOfServer, refusalOfServer } from "../../../../src/Database/Postgres/Client/Requirements.ts"
import { failureOf } from "../../../../src/Database/Postgres/Failure.ts"

const facts: Facts = {
  version: 140_000,
  encoding: "UTF8",
  process: 7,
  standby: false,
  schema: "public",
  elsewhere: null,
  mayCreate: true,
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "on",
  trackActivities: "on"
}

describe("what a PostgreSQL server has to offer", () => {
  it.each<readonly [Partial<Facts>, string | null]>([
    [{}, null],
    [{ version: 180_001, synchronousCommit: "remote_apply" }, null],
    [{ version: 130_023 }, "has PostgreSQL 13, expected 14 or later"],
    [
      { encoding: "SQL_ASCII" },
      "stores text in the encoding SQL_ASCII, expected UTF8: create the database with ENCODING 'UTF8' TEMPLATE template0"
    ],
    [{ fsync: "off" }, "would lose acknowledged commits: found fsync off, expected on"],
    [
      { fullPageWrites: "off", synchronousCommit: "off" },
      "would lose acknowledged commits: found full_page_writes off, expected on"
    ],
    [{ trackActivities: "off" }, "does not show whether the serving process still runs: found track_activities off, expected on"],
    [{ schema: null }, "has no schema in its search path: create one, or set search_path for the user"],
    [{ mayCreate: false }, "does not let the user create tables in the schema public: make the user its owner, or grant CREATE on it"]
  ])("%o: %s", (changes, fault) => {
    assert.strictEqual(faultOfServer({ ...facts, ...changes }), fault)
  })
})

describe("a connection that is refused", () => {
  const address = Either.getOrThrow(parseAddress("postgres://shop:secret@db.example/turnover"))
  const cause = (members: object) => failureOf(Object.assign(new Error("as said"), members))
  it.each([
    [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }, "write the name of the certificate in DATABASE_URL, or sslmode=verify-ca"],
    [{ code: "CERT_HAS_EXPIRED" }, "give the server a new one"],
    [{ code: "CERT_NOT_YET_VALID" }, "set this machine's clock"],
    [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "name its issuer's file in sslrootcert"]
  ])("by a certificate names what to do: %o: %s", (members, advice) => {
    assert.strictEqual(refusalOfServer(address)(cause(members)).message,
      `the database turnover at db.example:5432 shows a certificate that is not accepted: as said; ${advice}`)
  })

  const refusedBy = "no pg_hba.conf entry for host \"192.0.2.7\", user \"shop\", database \"turnover\""
  it.each([
    ["28P01", "password authentication failed for user \"shop\"", "check user and password in DATABASE_URL"],
    [
      "28000",
      `${refusedBy}, no encryption`,
      "write sslmode=require in DATABASE_URL, or give the server's pg_hba.conf a line for such a connection"
    ],
    ["28000", `${refusedBy}, SSL encryption`, "give the server's pg_hba.conf a line for such a connection"]
  ])("by the server names what to do: %s %s: %s", (code, message, advice) => {
    assert.strictEqual(refusalOfServer(address)(cause({ code, message, severity: "FATAL" })).message,
      `the database turnover at db.example:5432 refuses the user: ${message}; ${advice}`)
  })
})
