import { assert, describe, it } from "@effect/vitest"
import { type Facts, faultOfServer } from "../../../../src/Database/Postgres/Client/Requirements.ts"

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
  synchronousCommit: "on"
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
    [{ schema: null }, "has no schema in its search path: create one, or set search_path for the user"],
    [{ mayCreate: false }, "does not let the user create tables in the schema public: make the user its owner, or grant CREATE on it"]
  ])("%o: %s", (changes, fault) => {
    assert.strictEqual(faultOfServer({ ...facts, ...changes }), fault)
  })
})
