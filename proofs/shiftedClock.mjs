/**
 * Preloaded into a service under proof: its wall clock is ahead of the machine's by CLOCK_AHEAD milliseconds, so that a
 * cutoff comes when a proof wants it. Timers and what measures durations are untouched.
 */
const ahead = Number(process.env.CLOCK_AHEAD)
const MachineDate = Date

globalThis.Date = class Date extends MachineDate {
  constructor(...args) {
    super(...(args.length === 0 ? [MachineDate.now() + ahead] : args))
  }

  static now() {
    return MachineDate.now() + ahead
  }
}
