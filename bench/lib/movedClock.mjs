/**
 * Preloaded into the service: moves its wall clock ahead of the machine's on each message of the benchmark, so that a
 * cutoff comes every second instead of every day. Timers and measured durations stay as they are.
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
