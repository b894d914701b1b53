/**
 * The first promise that was found broken inside a fiber or a timer. It is kept until the run can end with it, because the service
 * would handle it as an error of its own.
 */
export const verdict = () => {
  let first: unknown

  const report = (error: unknown) => {
    first ??= error
  }

  return {
    report,
    /** Runs a check, and keeps what it throws. */
    guarded: (work: () => void) => {
      try {
        work()
      } catch (error) {
        report(error)
      }
    },
    rethrow: () => {
      if (first !== undefined) throw first
    }
  }
}

export type Verdict = ReturnType<typeof verdict>
