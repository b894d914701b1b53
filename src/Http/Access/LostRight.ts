import { Effect } from "effect"
import { Forbidden, type Unauthorized } from "../../Api/Errors.ts"
import { roleFor } from "../../Domain/Access.ts"
import type { RightLost } from "../../Domain/Refusal.ts"
import { unauthorized } from "./Gate.ts"

/** The refusal of a request that passed the gate but lost its right before the change was stored. It is the gate's own refusal. */
export const lostRight = (
  { needed, role }: RightLost
): Effect.Effect<never, typeof Unauthorized.Type | typeof Forbidden.Type> =>
  role === null
    ? unauthorized
    : Effect.fail(Forbidden.make({ detail: `role: expected ${needed}, got ${role}`, role: roleFor(needed) ?? "view" }))
