import { rmSync } from "node:fs"
import { almanac } from "../Almanac.ts"
import { chat, type Sender } from "../Chat.ts"
import { dice } from "../Dice.ts"
import { observer } from "../Observer.ts"
import type { Settings } from "../Rules.ts"
import { type Faults, noFaults, server } from "../server/Server.ts"
import { taskQueue } from "../TaskQueue.ts"
import { verdict } from "../Verdict.ts"
import { virtualClock } from "../VirtualClock.ts"
import { configText, type Place } from "../World.ts"
import { open } from "./Process.ts"

export interface EnvironmentOptions {
  readonly place: Place
  readonly seed: number
  readonly file: string
  readonly settings: Settings
  readonly trace: ((line: string) => void) | undefined
}

/** What the simulation is notified of by a replica, apart from its responses. */
export interface Watcher {
  readonly onRequest: Sender["onRequest"]
  readonly onError: (line: string) => void
}

/** A notification is only a hint, so it may be lost at any time. */
const calm: Faults = { ...noFaults, silent: 0.3 }

/** The surroundings of the replicas: time, the modelled server with its file, the network to the server, and the bot. */
export const environment = ({ file, place, seed, settings, trace }: EnvironmentOptions) => {
  const remove = () => ["", "-wal", "-shm"].forEach((end) => rmSync(`${file}${end}`, { force: true }))
  remove()
  const clock = virtualClock(Date.parse(place.start))
  const calendar = almanac(place.zone)
  const { guarded, report, rethrow } = verdict()
  const tasks = taskQueue(dice(seed, 0x5e7))
  const database = server({ file, clock, dice: dice(seed, 0x5e8), task: (work) => tasks.scheduler.scheduleTask(work, 0) })
  database.setFaults(calm)
  const eye = observer(file)
  const bot = chat({ clock, dice: dice(seed, 0xb07), secret: () => settings.secret, guarded })
  let faults = calm

  const setFaults = (next: Faults) => {
    faults = next
    database.setFaults(next)
  }

  return {
    clock,
    calendar,
    settings,
    eye,
    tasks,
    database,
    guarded,
    report,
    rethrow,
    stamp: () => calendar.stamp(clock.wall()),
    note: (text: () => string) => trace?.(`${calendar.stamp(clock.wall())} ${String(clock.real() % 1_000).padStart(3, "0")} ${text()}`),
    /** Whether the server runs and the network has no fault. */
    isWhole: () => database.isWell() && faults === calm,
    disturb: (some: Pick<Faults, "cut" | "slow">) => setFaults({ ...calm, ...some }),
    settleNetwork: () => setFaults(calm),
    deliverAll: bot.deliverAll,
    /** Starts a process on a machine. `start` is different at each start. */
    open: (machine: number, start: number, { onError, onRequest }: Watcher) => {
      const skew = dice(seed, machine, 5).between(-150, 150)
      return open({
        time: clock,
        skew,
        server: database,
        zone: place.zone,
        configText: () => configText(settings),
        importText: undefined,
        httpClient: bot.clientOf({ wall: () => clock.wall() + skew, onRequest }),
        onError,
        seeds: [seed, start]
      })
    },
    close: () => {
      database.close()
      eye.close()
      remove()
    }
  }
}

export type Environment = ReturnType<typeof environment>
