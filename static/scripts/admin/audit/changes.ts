import type { Responses } from "../../../../src/Api/Responses.ts"

export type AuditRow = Responses["audit"][number]

/** One row of the change log: a record, or all records of an import, which a tap opens. */
export type Change = { first: AuditRow; records: ReadonlyArray<AuditRow> }

/** An import is stored at once, so its records have one instant. */
const importOf = ({ actor, created_at, kind }: AuditRow) => kind === "imported" ? `${created_at} ${actor}` : undefined

/** @param rows the records in their order, which stays */
export const changesOf = (rows: ReadonlyArray<AuditRow>): Change[] => {
  const imports = new Map<string, AuditRow[]>()
  return rows.flatMap((row): Change[] => {
    const key = importOf(row)
    const known = key === undefined ? undefined : imports.get(key)
    if (known !== undefined) {
      known.push(row)
      return []
    }
    const records = [row]
    if (key !== undefined) imports.set(key, records)
    return [{ first: row, records }]
  })
}
