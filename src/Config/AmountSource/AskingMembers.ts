import { Schema } from "effect"
import { oneOf, whole } from "../Members.ts"

/** The members of every source that is asked, whatever its kind. The scheduler reads them. */
export interface Asking {
  readonly patienceMinutes: number
  readonly withoutFigure: "wait" | "generate"
  /** 0: only at the cutoff. */
  readonly askMinutes: number
  readonly timeoutSeconds: number
}

/** Values of environment variables. */
export type Variables = Readonly<Record<string, string>>

/** The schemas of these members. */
export const askingMembers = {
  patience_minutes: Schema.optionalWith(whole(1, 720, "whole minutes"), { exact: true, default: () => 60 }),
  without_figure: Schema.optionalWith(oneOf("wait", "generate"), { exact: true, default: () => "wait" as const }),
  ask_minutes: Schema.optionalWith(whole(0, 720, "whole minutes"), { exact: true, default: () => 0 }),
  timeout_s: Schema.optionalWith(whole(1, 60, "whole seconds"), { exact: true, default: () => 10 })
}

export const askingOf = (decoded: Schema.Struct.Type<typeof askingMembers>): Asking => ({
  patienceMinutes: decoded.patience_minutes,
  withoutFigure: decoded.without_figure,
  askMinutes: decoded.ask_minutes,
  timeoutSeconds: decoded.timeout_s
})
