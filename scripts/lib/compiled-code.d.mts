export interface Program {
  /** Where its compiled code is stored. */
  readonly file: string
  /** Whether it runs on stored code. */
  readonly isCompiled: boolean
  readonly run: () => void
  /** The code that it has compiled so far, as it is stored. */
  readonly codeOf: () => Buffer
}

export declare const loadProgram: (url: URL) => Program
