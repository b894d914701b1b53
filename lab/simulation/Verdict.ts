/**
 * The first promise that was found broken inside a fiber or a timer. It is kept until the run can stop, because the service would
 * handle the error as its own.
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
