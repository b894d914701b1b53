/** The same fault as after a reload: each process remembers what it has sent itself. */
export * from "./repeats-a-report-after-a-reload.ts"
