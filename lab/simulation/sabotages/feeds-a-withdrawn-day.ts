import { feed as correct } from "../../../src/Domain/Decision/Offer.ts"

export * from "../../../src/Domain/Decision/Offer.ts"

export const feed: typeof correct = (command, state, now, who) =>
  correct(command, { ...state, mark: { ...state.mark, clearedAt: null } }, now, who)
