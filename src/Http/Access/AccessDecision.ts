import { Effect } from "effect"
import { Config } from "../../Config.ts"
import { type Admission, decide, type Need } from "../../Domain/Access.ts"
import type { Person } from "../../Domain/Person.ts"

/** Whether a person, or a client without a credential (undefined), may do something with this need, by the current settings. */
type Decision = (need: Need, person: Person | undefined) => Admission

/** The only place that decides about access: for routes, the fast path, open streams and parts of a response. */
export const decision: Effect.Effect<Decision, never, Config> = Effect.map(
  Config,
  (config) => (need, person) => decide(need, config.snapshot(), person)
)
