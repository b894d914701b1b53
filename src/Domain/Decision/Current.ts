import { Either } from "effect"
import type { Due } from "../Command.ts"
import { SettingsReplaced } from "../Refusal.ts"
import type { Decision, DueDay, Now } from "./State.ts"

/** Rule 5.16: nothing is done by settings that a reload has replaced, in whichever process. */
export const current =
  <C extends Due, S extends DueDay, A>(decide: (command: C, state: S, now: Now) => Either.Either<Decision<A>>) =>
  (command: C, state: S, now: Now): Either.Either<Decision<A>, SettingsReplaced> =>
    command.reload !== undefined && command.reload < state.newestReload
      ? Either.left(new SettingsReplaced({ reload: state.newestReload }))
      : decide(command, state, now)
