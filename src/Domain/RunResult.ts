import { Schema } from "effect"
import { results } from "./Settlement.ts"

/** The outcome of the last run of the daily job. */
export const RunResult = Schema.Literal("never_run", "failed", ...Object.values(results))
export type RunResult = typeof RunResult.Type
