import type { Environment } from "./Environment.ts"
import { aftermath, type Life, recovery, sufferedSince } from "./Life.ts"

/** The running replicas, their faults, and since when they have none. */
export const lives = ({ clock, isWhole }: Environment, count: number) => {
  const members: Array<Life | undefined> = Array.from({ length: count })
  /** When each life began (real time). */
  const births: Array<number> = []
  /** When the last fault of any kind began or ended. */
  let troubledAt = 0

  const alive = (): ReadonlyArray<Life> => members.filter((life) => life !== undefined)
  const isCalm = () => isWhole() && alive().length === count && alive().every(({ troubledSince }) => troubledSince === undefined)
  const isCalmFor = (millis: number) => isCalm() && clock.real() - troubledAt >= millis

  const mark = (life: Life) => {
    life.troubledAt = clock.real()
    troubledAt = clock.real()
  }

  return {
    count,
    births,
    alive,
    of: (member: number) => members[member],
    isCalmFor,
    isSettledDown: () => isCalmFor(aftermath),
    /** Whether a replica has had no fault for a while. */
    isWell: (life: Life) => life.process.isServing() && isWhole() && !sufferedSince(life, clock.real() - recovery),
    begin: (life: Life) => {
      births.push(clock.real())
      members[life.member] = life
      mark(life)
    },
    /** Ends a life. `host`: its machine is lost, too. */
    end: (life: Life, host: boolean) => {
      mark(life)
      life.ended = true
      life.process.kill(host)
      members[life.member] = undefined
    },
    /** Records a fault that ends at once. */
    mark,
    markAll: () => {
      troubledAt = clock.real()
      for (const life of alive()) mark(life)
    },
    /** Its notifications are delayed: it notices changes later, and does everything else as usual. */
    deafen: (life: Life) => {
      life.deafAt = clock.real()
      troubledAt = clock.real()
    },
    /** It has a fault until it is healed. */
    trouble: (life: Life) => {
      life.troubledSince = clock.real()
      mark(life)
    },
    /** Ends the fault of a replica, which may itself have ended before. */
    heal: (life: Life, how: () => void) => {
      if (life.ended) return
      how()
      life.troubledSince = undefined
      mark(life)
    }
  }
}

export type Lives = ReturnType<typeof lives>
