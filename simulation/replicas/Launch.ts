import { Broken, hold } from "../Broken.ts"
import type { Environment } from "./Environment.ts"
import { aftermath, type Life, recovery, sufferedSince } from "./Life.ts"
import type { Lives } from "./Lives.ts"
import type { Records } from "./Records.ts"

/** The server's error for a record with an id that exists. */
const collision = /constraint failed|append-only/

/** How long a supervisor waits before it starts a process again. */
const pause = 1_000

/** Starts replicas, and checks their messages and logs. */
export const launcher = (environment: Environment, lives: Lives, { absorb, book, outbox }: Records) => {
  const { clock, note, report } = environment

  const launch = (member: number) => {
    if (lives.of(member) !== undefined) return
    const number = lives.births.length + 1
    note(() => `replica ${member + 1} starts`)
    const process = environment.open(member, number, {
      onRequest: (request) => {
        note(() =>
          `replica ${member + 1} to the bot: ${request.format} ${[request.title, ...request.lines].join(" | ")}: ${
            JSON.stringify(request.reply)
          }`
        )
        absorb()
        outbox.onRequest(life, request)
        book.note(`${clock.real()} ${member} ${request.format} ${request.reply.meaning}`)
      },
      onError: (line) => {
        note(() => `replica ${member + 1} logs ${line}`)
        if (collision.test(line)) report(new Broken("no two writes collide", line))
        if (lives.isSettledDown()) report(new Broken("the service logs no unexpected error", line))
      }
    })
    const life: Life = {
      number,
      member,
      process,
      troubledSince: undefined,
      troubledAt: clock.real(),
      deafAt: -Infinity,
      isStopping: false,
      ended: false
    }
    lives.begin(life)
  }

  const restart = (life: Life, failure: string) => {
    const isExcused = sufferedSince(life, clock.real() - aftermath) && !lives.isCalmFor(recovery)
    hold(isExcused, "a replica starts", () => failure)
    note(() => `replica ${life.member + 1} could not start`)
    lives.end(life, false)
    clock.after(pause, () => launch(life.member))
  }

  return {
    launch,
    /** Starts the replicas that could not start again. */
    restartFailed: () => {
      for (const life of lives.alive()) {
        const failure = life.process.startFailure()
        if (failure !== undefined) restart(life, failure)
        else hold(life.process.isServing() || !lives.isCalmFor(recovery), "a replica starts", () =>
            `replica ${life.member + 1} still waits`)
      }
    }
  }
}
