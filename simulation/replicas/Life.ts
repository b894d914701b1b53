import type { Process } from "./Process.ts"

/** One replica from its start to its end, and what the simulation has done to it. */
export interface Life {
  readonly number: number
  readonly member: number
  readonly process: Process
  /** When the fault that it suffers now began; undefined where it suffers none. */
  troubledSince: number | undefined
  /** When it last suffered a fault; its start is one. */
  troubledAt: number
  /** When the connection that carries its notifications was last held back, while all others worked. */
  deafAt: number
  /** It has been asked to stop: what it sends now is still answered and recorded. */
  isStopping: boolean
  ended: boolean
}

/** After a fault, connections are opened again with pauses of up to 5 s. */
export const recovery = 8_000
/** After a fault, what waits is tried again within a minute. */
export const aftermath = 75_000

/** Whether it suffered a fault at or after that time. */
export const sufferedSince = (life: Life, time: number): boolean =>
  life.ended || life.troubledSince !== undefined || life.troubledAt >= time
