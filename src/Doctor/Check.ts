/** One thing that was looked at: how it is, and what to do where it is not well. */
export interface Check {
  readonly name: string
  /** Only what keeps the service from its work has failed. */
  readonly status: "ok" | "warning" | "failed"
  readonly detail: string
  /** null where there is nothing to do. */
  readonly advice: string | null
}

export const well = (name: string, detail: string): Check => ({ name, status: "ok", detail, advice: null })

export const warning = (name: string, detail: string, advice: string): Check => ({ name, status: "warning", detail, advice })

export const failed = (name: string, detail: string, advice: string): Check => ({ name, status: "failed", detail, advice })
