import type { anchored as correct } from "../../../src/Domain/Messages.ts"

export * from "../../../src/Domain/Messages.ts"

export const anchored: typeof correct = (messages) => messages
