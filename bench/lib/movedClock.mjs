/**
 * Preloaded into a service: its wall clock is put ahead of the machine's whenever the benchmark says so, so that a
 * cutoff comes every second instead of every day. Timers, and what measures durations, are untouched.
 */
const MachineDate = Date
let ahead = 0

globalThis.Date = class Date extends MachineDate {
  constructor(...args) {
    super(...(args.length === 0 ? [MachineDate.now() + ahead] : args))
  }

  static now() {
    return MachineDate.now() + ahead
  }
}

process.on("message", (millis) => {
  ahead = millis
})
process.channel?.unref()
