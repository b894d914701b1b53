import type { endingSoFar as correct } from "../../../src/Domain/Posting.ts"

export * from "../../../src/Domain/Posting.ts"

export const endingSoFar: typeof correct = (_day, postings) => postings
