/**
 * Preloaded into the service: moves its wall clock ahead on each message from the benchmark, so that a cutoff comes every second
 * instead of every day. Timers and measured durations are not affected.
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
