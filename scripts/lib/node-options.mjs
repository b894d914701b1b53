/**
 * What Node is started with wherever the service runs. The start fills the room for new objects, and without a bound V8 keeps it: up to
 * 32 MiB on Node 22 and 256 MiB on Node 24, where a shop's service needs 8. An answer then costs about 6 % more processor time.
 */
export const nodeOptions = ["--max-semi-space-size=4"]
