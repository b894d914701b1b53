/**
 * Preloaded into the service: sets its wall clock CLOCK_AHEAD milliseconds ahead of the machine's, so that a proof can choose when
 * a cutoff comes. Timers and measured durations are not affected.
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
