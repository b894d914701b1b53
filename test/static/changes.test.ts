import { assert, describe, it } from "@effect/vitest"

interface Row {
  readonly id: number
  readonly created_at: string
  readonly kind: string
  readonly actor: string
}
interface Changes {
  readonly changesOf: (rows: ReadonlyArray<Row>) => ReadonlyArray<{ readonly first: Row; readonly records: ReadonlyArray<Row> }>
}

const { changesOf }: Changes = await import(new URL("../../static/scripts/admin/audit/changes.ts", import.meta.url).href)

describe("the rows of the change log", () => {
  const row = (id: number, kind: string, minute: number, actor = "李店长"): Row => ({
    id,
    kind,
    actor,
    created_at: `2026-11-20T23:${String(minute).padStart(2, "0")}:00.000+08:00`
  })
  const ids = (rows: ReadonlyArray<Row>) => changesOf(rows).map(({ records }) => records.map(({ id }) => id))

  it("are one for an import with all its days, also around the opening of a closed one", () =>
    assert.deepStrictEqual(ids([row(9, "entered", 5), row(8, "imported", 4), row(7, "opened", 4), row(6, "imported", 4)]), [
      [9],
      [8, 6],
      [7]
    ]))

  it("are two for two imports, and one for each change of a person", () =>
    assert.deepStrictEqual(
      ids([row(5, "imported", 4), row(4, "imported", 3), row(3, "imported", 3, "小王"), row(2, "entered", 3), row(1, "entered", 3)]),
      [[5], [4], [3], [2], [1]]
    ))
})
