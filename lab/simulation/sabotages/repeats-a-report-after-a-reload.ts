import { report as correct } from "../../../src/Domain/Decision/Report.ts"

export * from "../../../src/Domain/Decision/Report.ts"

/** Only the process remembers what it has sent, and only until it reads the settings again. */
export const report: typeof correct = (command, state, now) => correct(command, { ...state, reported: false }, now)
