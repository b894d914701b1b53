/** The fault of `repeats-a-report-after-a-reload`: each process remembers only what it has sent itself. */
export * from "./repeats-a-report-after-a-reload.ts"
