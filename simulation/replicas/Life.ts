import type { Process } from "./Process.ts"

/** One replica from its start to its end, with its faults. */
export interface Life {
  readonly number: number
  readonly member: number
  readonly process: Process
  /** When its present fault began; undefined if it has none. */
  troubledSince: number | undefined
  /** When it last had a fault; its start counts as one. */
  troubledAt: number
  /** When only its connection for notifications was last delayed. */
  deafAt: number
  /** Whether it was asked to stop. A request in flight still gets its reply, which is stored. */
  isStopping: boolean
  ended: boolean
}

/** After a fault, connections are opened again with pauses of up to 5 s. */
export const recovery = 8_000
/** After a fault, waiting messages are tried again within a minute. */
export const aftermath = 75_000

/** Whether it had a fault at or after that time. */
export const sufferedSince = (life: Life, time: number): boolean =>
  life.ended || life.troubledSince !== undefined || life.troubledAt >= time
