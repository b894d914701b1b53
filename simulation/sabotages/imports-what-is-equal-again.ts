import { planImport as correct } from "../../src/Domain/ImportPlan.ts"

export * from "../../src/Domain/ImportPlan.ts"

export const planImport: typeof correct = (book, rows) =>
  correct(book, rows).map((row) =>
    row.change === "unchanged" && book.byDate.get(row.date)?.source !== "import" ? { ...row, change: "changed" } : row
  )
