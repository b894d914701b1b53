import { auditRecords as correct } from "../../../src/Domain/Posting.ts"

export * from "../../../src/Domain/Posting.ts"

export const auditRecords: typeof correct = (head, postings, createdAt) =>
  correct(head, postings.filter(({ action }) => action !== "finalize"), createdAt)
