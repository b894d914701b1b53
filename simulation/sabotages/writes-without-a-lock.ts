import { write as correct } from "../../src/Database/Write.ts"

export * from "../../src/Database/Write.ts"

export const write: typeof correct = (sql) => (work) => sql.withTransaction(work)
