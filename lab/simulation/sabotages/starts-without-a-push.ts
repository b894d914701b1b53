import { settle as correct } from "../../../src/Domain/Decision/Settle.ts"

export * from "../../../src/Domain/Decision/Settle.ts"

export const settle: typeof correct = (command, state, now) =>
  correct(command, command.trigger === "start" ? { ...state, settings: { ...state.settings, fallbackPush: "auto" } } : state, now)
