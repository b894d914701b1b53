export * from "../../src/Ledger/DayRequest.ts"

export const entryDays = 8
