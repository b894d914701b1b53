import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { resolve } from "node:path"
import { parse, placeOf } from "../../src/Database/DatabaseUrl.ts"

// Rule 1.3.
describe("DATABASE_URL", () => {
  it.each([
    ["file:./data/turnover.db", "./data/turnover.db"],
    ["file:data/turnover.db", "data/turnover.db"],
    ["file:/var/lib/turnover.db", "/var/lib/turnover.db"],
    ["file:///var/lib/turnover.db", "/var/lib/turnover.db"],
    ["FILE:/var/lib/with%20space.db", "/var/lib/with space.db"],
    ["sqlite:///var/lib/turnover.db", "/var/lib/turnover.db"],
    ["sqlite::memory:", ":memory:"],
    [" file:/门店.db ", "/门店.db"],
    ["/var/lib/turnover.db", "/var/lib/turnover.db"],
    ["/var/lib/100%", "/var/lib/100%"],
    ["./data/turnover", "./data/turnover"],
    ["../turnover.db", "../turnover.db"],
    ["C:\\turnover\\days", "C:\\turnover\\days"],
    ["d:/turnover.db", "d:/turnover.db"],
    ["turnover.db", "turnover.db"],
    [" data/门店.sqlite3 ", "data/门店.sqlite3"],
    ["days.SQLITE", "days.SQLITE"]
  ])("%s is the SQLite file %s", (url, filename) => {
    assert.deepStrictEqual(parse(url), Either.right({ _tag: "Sqlite" as const, filename }))
  })

  it.each(["postgres://shop:hunter2@db/turnover", "postgresql://shop:hunter2@db/turnover", " POSTGRES://shop:hunter2@db/turnover "])(
    "%s is a PostgreSQL database",
    (url) => {
      const read = Either.getOrThrow(parse(url))
      assert.deepInclude(read._tag === "Postgres" ? read.address : {}, { host: "db", port: 5432, database: "turnover", user: "shop" })
    }
  )

  it.each([
    ["mysql://user:hunter2@db/turnover", "found a mysql: address"],
    ["hunter2:secret@db", "found no known scheme"],
    ["turnover", "found no known scheme"],
    ["hunter2", "found no known scheme"],
    ["/var/lib/hunter2@db", "found no known scheme"],
    ["//db/hunter2.db", "found no known scheme"],
    ["db/hunter2@turnover.db", "found no known scheme"],
    ["./turnover.db?mode=ro", "has parameters"],
    ["sqlite:///./data/t.db", "found a path at the root of the disk that looks like one in this folder, expected file:./data/turnover.db"],
    ["file:///../t.db", "found a path at the root of the disk"],
    ["", "found nothing"],
    ["~/x.db", "found a ~ or $ at the start, which only a shell replaces: write the whole path, such as /home/li/turnover.db"],
    ["file:~/x.db", "found a ~ or $ at the start, which only a shell replaces: write the whole path, such as /home/li/turnover.db"],
    ["$HOME/x.db", "found a ~ or $ at the start, which only a shell replaces: write the whole path, such as /home/li/turnover.db"],
    ["file:${HOME}/x.db", "found a ~ or $ at the start, which only a shell replaces: write the whole path, such as /home/li/turnover.db"],
    ["file:", "found a path that is empty"],
    ["file: ", "found a path that is empty"],
    ["file::memory:", "found a path that is empty, wrongly escaped, or has parameters"],
    ["file:./100%.db", "wrongly escaped"],
    ["file:./%ff.db", "wrongly escaped"],
    ["file:./turnover.db?mode=ro", "has parameters"],
    ["file:./%00.db", "found a path"],
    ["file:%3Amemory:", "found a path"],
    ["file://user:hunter2@host/turnover.db", "found a file: address that names a host"],
    ["sqlite:turnover.db", "found a sqlite: address without an absolute path"],
    ["sqlite:///:memory:", "found sqlite:///:memory:"]
  ])("%s is refused in one sentence that repeats no password", (url, found) => {
    const sentence = Either.getOrThrow(Either.flip(parse(url)))
    assert.include(sentence, found)
    assert.include(sentence, "DATABASE_URL: ")
    assert.include(sentence, "expected file:./data/turnover.db")
    assert.notInclude(sentence, "hunter2")
    assert.notInclude(sentence, "\n")
  })

  it.each([
    ["file:./data/turnover.db", resolve("data/turnover.db")],
    ["sqlite::memory:", ":memory:"],
    ["postgres://shop:hunter2@db/turnover", "turnover at db:5432"]
  ])("%s leads to %s", (url, place) => assert.strictEqual(placeOf(url), place))
})
