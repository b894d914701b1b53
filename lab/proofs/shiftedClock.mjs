import { readFileSync } from "node:fs"

/**
 * Preloaded into the service: sets its wall clock ahead of the machine's, so that a proof can choose when a cutoff comes: by CLOCK_AHEAD
 * milliseconds, or by the number in CLOCK_FILE, which may change meanwhile. Timers and measured durations are not affected.
 */
const file = process.env.CLOCK_FILE
const MachineDate = Date
const rereadAfter = 50

let ahead = Number(process.env.CLOCK_AHEAD ?? 0)
let readAt = -Infinity

const now = () => {
  if (file !== undefined && performance.now() - readAt > rereadAfter) {
    readAt = performance.now()
    ahead = Number(readFileSync(file, "utf8"))
  }
  return MachineDate.now() + ahead
}

globalThis.Date = class Date extends MachineDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args))
  }

  static now() {
    return now()
  }
}
