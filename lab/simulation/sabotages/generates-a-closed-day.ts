import { decide as correct } from "../../../src/Domain/Settlement.ts"

export * from "../../../src/Domain/Settlement.ts"

export const decide: typeof correct = (situation) => correct({ ...situation, closed: false })
