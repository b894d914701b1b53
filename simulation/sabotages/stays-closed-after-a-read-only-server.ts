import { Effect } from "effect"
import { writeStateOf as correct } from "../../src/Database/WriteState.ts"

export * from "../../src/Database/WriteState.ts"

export const writeStateOf: typeof correct = (sql) => {
  const state = correct(sql)
  const succeeded = Effect.flatMap(state.trouble, (trouble) => trouble?.fault === "read_only" ? Effect.void : state.succeeded)
  return { ...state, succeeded }
}
