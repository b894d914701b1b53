import type { Problem } from "./HealthProblem.ts"

/** The result of one check, and what to do if it did not pass. */
export interface Check {
  readonly name: string
  /** `failed` is only for faults with which the service cannot work. */
  readonly status: "ok" | "warning" | "failed"
  readonly detail: string
  /** null if there is nothing to do. */
  readonly advice: string | null
}

export const passed = (name: string, detail: string): Check => ({ name, status: "ok", detail, advice: null })

export const warning = (name: string, detail: string, advice: string): Check => ({ name, status: "warning", detail, advice })

export const failed = (name: string, detail: string, advice: string): Check => ({ name, status: "failed", detail, advice })

/** A problem of the list that the service and `turnover doctor` share, with what solves it at the command line. */
export const printed = (name: string) => ({ command, remedy, sentence }: Problem): Check =>
  warning(name, sentence.replace(/\.$/, ""), [remedy, command].filter((advice) => advice !== null).join(": "))
