import { hold } from "../Broken.ts"
import { dice } from "../Dice.ts"
import type { Answer, Call } from "../Exchange.ts"
import { rest } from "../Rest.ts"
import { withToken } from "../steps/Requests.ts"
import type { TaskQueue } from "../TaskQueue.ts"
import { environment, type EnvironmentOptions } from "./Environment.ts"
import { faults } from "./Faults.ts"
import { launcher } from "./Launch.ts"
import type { Life } from "./Life.ts"
import { lives } from "./Lives.ts"
import { owedBy } from "./Owed.ts"
import { records } from "./Records.ts"
import { rounds } from "./Rounds.ts"
import { judgeAlike, views } from "./Views.ts"

interface FleetOptions extends EnvironmentOptions {
  readonly replicas: number
}

const second = 1_000

/** Several replicas of the service on one modelled server, with the checks of what they do together. */
export const fleet = ({ replicas, ...options }: FleetOptions) => {
  const around = environment(options)
  const { clock, guarded, note, rethrow, tasks } = around
  const chance = dice(options.seed, 0xf1ee7)
  const members = lives(around, replicas)
  const stored = records(around, () => shown.readSoon())
  const { absorb, book, outbox } = stored
  const { launch, restartFailed } = launcher(around, members, stored)
  const owed = owedBy(around, stored, members)

  const put = (life: Life, call: Call, done: (answer: Answer) => void) => {
    note(() => `replica ${life.member + 1}: ${call.method} ${call.url} ${call.body ?? ""}`)
    life.process.put(call, (answer) => {
      note(() => `replica ${life.member + 1} answers ${answer.status} ${answer.text.slice(0, 120)}`)
      guarded(absorb)
      guarded(() => done(answer))
    })
  }

  const shown = views(around, book, members, put)

  const order = rounds(chance, () => [
    tasks,
    ...members.alive().filter(({ process }) => !process.isPaused()).map(({ process }) => process.queue)
  ])

  const nameOf = (queue: TaskQueue) => {
    const life = members.alive().find(({ process }) => process.queue === queue)
    return life === undefined ? "the server" : `replica ${life.member + 1}`
  }
  const judgeRest = rest(clock.real, nameOf)

  /** Runs the server and the replicas until all of them wait. */
  const settle = () => {
    for (let queue = order.next(); queue !== undefined; queue = order.next()) {
      judgeRest(queue)
      if (queue === tasks) guarded(absorb)
      rethrow()
    }
    restartFailed()
  }

  const live = (duration: number) => {
    settle()
    const until = clock.real() + duration
    while (clock.wakeNext(until)) {
      settle()
      owed.judge()
    }
  }

  for (let member = 0; member < replicas; member += 1) launch(member)
  live(3 * second)

  return {
    ...faults(around, members),
    clock,
    book,
    outbox,
    put,
    live,
    launch,
    isCalmFor: members.isCalmFor,
    isSettledDown: members.isSettledDown,
    isSettled: owed.isSettled,
    serving: () => members.alive().filter(({ process }) => process.isServing()),
    pick: (count: number) => chance.between(0, count - 1),
    well: () => members.alive().filter(members.isWell),
    readDeaf: shown.readDeaf,
    some: () => members.of(chance.between(0, replicas - 1)),
    lieInWait: order.lieInWait,
    /** Checks that every replica reads its settings again, whichever replica gets the request. */
    reload: (life: Life) => {
      owed.reloaded()
      put(life, { method: "POST", url: "/api/admin/reload_cutoff", headers: withToken },
        ({ status, text }) => hold(status === 200 || !members.isSettledDown(), "a valid file is accepted", () => `${status} ${text}`))
    },
    /** Checks that all replicas show the same days, and that these are the stored ones. */
    compare: () => {
      const answers = shown.ask()
      live(second)
      judgeAlike(answers, replicas)
      stored.check()
    },
    deliverAll: around.deliverAll,
    stamp: around.stamp,
    close: () => {
      for (const life of members.alive()) life.process.kill(false)
      around.close()
    }
  }
}

export type Fleet = ReturnType<typeof fleet>
