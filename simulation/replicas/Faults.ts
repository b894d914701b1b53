import { hold } from "../Broken.ts"
import type { Faults } from "../server/Server.ts"
import type { Environment } from "./Environment.ts"
import type { Life } from "./Life.ts"
import type { Lives } from "./Lives.ts"

const stopsWithin = 30_000

/** The faults of a run. Each of them ends. */
export const faults = (environment: Environment, lives: Lives) => {
  const { clock, database, guarded, note } = environment

  /** Gives the server a fault for some time, unless it already has one. */
  const upset = (what: string, duration: number, begin: () => void, end: () => void) => {
    if (!database.isWell()) return
    note(() => `${what} for ${duration} ms`)
    lives.markAll()
    begin()
    clock.after(duration, () => {
      note(() => "the server is well again")
      end()
      lives.markAll()
    })
  }

  return {
    /** Lets time pass on every machine while no process runs. */
    sleep: (duration: number) => {
      note(() => `asleep for ${duration} ms`)
      clock.suspend(duration)
      lives.markAll()
    },
    kill: (life: Life, host: boolean) => {
      note(() => `replica ${life.member + 1} is killed`)
      lives.end(life, host)
    },
    stop: (life: Life) => {
      note(() => `replica ${life.member + 1} stops`)
      lives.trouble(life)
      life.isStopping = true
      life.process.stop()
      const until = clock.real() + stopsWithin
      const look = () => {
        if (life.ended) return
        if (life.process.hasStopped()) return lives.end(life, false)
        guarded(() => hold(clock.real() < until, "a stop ends within 30 s", () => `replica ${life.member + 1}`))
        clock.after(100, look)
      }
      look()
    },
    pause: (life: Life, duration: number) => {
      note(() => `replica ${life.member + 1} is paused for ${duration} ms`)
      lives.trouble(life)
      life.process.pause()
      clock.after(duration, () =>
        lives.heal(life, () => {
          note(() => `replica ${life.member + 1} wakes`)
          life.process.wake()
        }))
    },
    cut: (life: Life, all: boolean) => {
      note(() => `replica ${life.member + 1} loses ${all ? "all connections" : "a connection"}`)
      lives.mark(life)
      life.process.network.cut(all)
    },
    cutOff: (life: Life, duration: number) => {
      note(() => `replica ${life.member + 1} is cut off for ${duration} ms`)
      lives.trouble(life)
      life.process.network.cutOff()
      clock.after(duration, () =>
        lives.heal(life, () => {
          note(() => `replica ${life.member + 1} is connected again`)
          life.process.network.reconnect()
        }))
    },
    deafen: (life: Life, duration: number) => {
      note(() => `replica ${life.member + 1} gets no notification for ${duration} ms`)
      lives.deafen(life)
      clock.after(duration, life.process.network.deafen())
    },
    setAhead: (life: Life, shift: number, duration: number) => {
      note(() => `the clock of replica ${life.member + 1} is ${shift} ms ahead for ${duration} ms`)
      lives.trouble(life)
      life.process.setAhead(shift)
      clock.after(duration, () =>
        lives.heal(life, () => {
          note(() => `the clock of replica ${life.member + 1} is right again`)
          life.process.setAhead(0)
        }))
    },
    crash: (duration: number) => {
      if (!database.isUp()) return
      note(() => `the server is down for ${duration} ms`)
      lives.markAll()
      database.crash()
      clock.after(duration, () => {
        note(() => "the server is up")
        database.recover()
        lives.markAll()
      })
    },
    setServerAhead: (shift: number, duration: number) =>
      upset(`the server's clock is ${shift} ms ahead`, duration, () => database.setAhead(shift), () => database.setAhead(0)),
    refuseChanges: (duration: number) =>
      upset("the server is read-only", duration, () => database.setReadOnly(true), () => database.setReadOnly(false)),
    disturb: (some: Pick<Faults, "cut" | "slow">, duration: number) => {
      note(() => `the network is disturbed for ${duration} ms: ${JSON.stringify(some)}`)
      lives.markAll()
      environment.disturb(some)
      clock.after(duration, () => {
        environment.settleNetwork()
        lives.markAll()
      })
    }
  }
}
