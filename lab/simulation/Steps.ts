import { again, correct, markDay, withdraw } from "./steps/Days.ts"
import { ends } from "./steps/Ends.ts"
import { setGoal } from "./steps/Goals.ts"
import { importFile } from "./steps/Import.ts"
import { resend, testPush } from "./steps/Messages.ts"
import { reload } from "./steps/Reload.ts"
import { staffStep } from "./steps/Staff.ts"
import type { Step } from "./steps/Step.ts"
import { till } from "./steps/Till.ts"
import { clockMoved, down, eve, foreignWrite, startBehind, wait } from "./steps/Time.ts"

/** Every step by its name in the trace, with its weight. */
export const steps: Readonly<Record<string, readonly [weight: number, Step]>> = {
  correct: [30, correct],
  import: [14, importFile],
  withdraw: [6, withdraw],
  markDay: [8, markDay],
  setGoal: [5, setGoal],
  again: [6, again],
  reload: [14, reload],
  staff: [24, staffStep],
  till: [16, till],
  ends: [8, ends],
  testPush: [6, testPush],
  resend: [8, resend],
  down: [3, down],
  foreignWrite: [4, foreignWrite],
  clockMoved: [7, clockMoved],
  startBehind: [2, startBehind],
  eve: [5, eve],
  wait: [8, wait]
}
