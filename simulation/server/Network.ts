import { Effect } from "effect"
import type { Dialer } from "../../src/Database/Postgres/Client/Connect.ts"
import type { Session } from "../../src/Database/Postgres/Client/Session.ts"
import { type PostgresFailure, unavailable } from "../../src/Database/Postgres/Failure.ts"
import type { Dice } from "../Dice.ts"
import { valve } from "../Valve.ts"
import type { Backend, ClientEnd } from "./Backend.ts"
import { clientSession } from "./ClientSession.ts"
import { pipe } from "./Pipe.ts"
import { lostConnection } from "./Refusals.ts"

/** Runs a task in a process. */
export type Run = (work: () => void) => void

/** A process that connects to the server. */
export interface ClientProcess {
  /** Runs a task in the process: later if it is paused, never if it was killed. */
  readonly task: Run
  /** A timer of the process. */
  readonly after: (millis: number, wake: () => void) => () => void
}

/** The part of the server that the network uses. */
export interface Listener {
  readonly task: Run
  readonly isUp: () => boolean
  readonly accept: (applicationName: string, client: ClientEnd) => Backend
  /** Runs `arrive` as a task, after the time that the network takes. */
  readonly travel: (run: Run, arrive: () => void) => void
}

interface Connection {
  /** Ends the connection without notifying either side. */
  readonly cut: () => void
  /** Whether it carries notifications. */
  readonly isListening: () => boolean
  /** Delivers nothing in either direction until it is released. */
  readonly hold: () => void
  readonly release: () => void
  /** Ends the process. `host`: its machine ends as well, so that the last bytes that it sent may be lost. */
  readonly abandon: (host: boolean) => void
}

/** The connections of one process, over a network that can be interrupted. */
export const network = (server: Listener, process: ClientProcess, dice: Dice) => {
  const connections = new Set<Connection>()
  const cable = valve()

  const link = (run: Run) => (arrive: () => void) => cable.pass(() => server.travel(run, arrive))

  const connect = (applicationName: string, deadline: number): Session => {
    const wire = valve()
    const through = (run: Run) => (arrive: () => void) => wire.pass(() => link(run)(arrive))
    const up = pipe(through(server.task))
    const down = pipe(through(process.task))
    const { arrived, session } = clientSession(process.after, deadline, {
      pid: () => far.pid,
      receive: (query) => up.send(() => far.receive(query)),
      hangUp: () => {
        connections.delete(connection)
        up.send(far.hangUp)
      }
    })
    const far = server.accept(applicationName, {
      answered: (answer, inTransaction) => down.send(() => arrived.answered(answer, inTransaction)),
      failed: (failure, inTransaction) => down.send(() => arrived.failed(failure, inTransaction)),
      notified: (payload) => down.send(() => arrived.notified(payload)),
      lost: (failure) => down.send(() => arrived.lost(failure))
    })
    const connection: Connection = {
      cut: () => far.terminate(lostConnection),
      isListening: () => far.channels.size > 0,
      hold: wire.shut,
      release: wire.open,
      abandon: (host) => {
        if (host) up.drop()
        up.send(far.hangUp)
        down.drop()
      }
    }
    connections.add(connection)
    return session
  }

  const dialer: typeof Dialer.Service = {
    dial: (_address, _ssl, applicationName, limits) =>
      Effect.async((resume) => {
        const giveUp = process.after(limits.connect, () => {
          resume(Effect.fail(unavailable(`no answer to a connection within ${limits.connect} ms`)))
        })
        const answer = (result: Effect.Effect<Session, PostgresFailure>) =>
          link(process.task)(() => {
            giveUp()
            resume(result)
          })
        link(server.task)(() =>
          answer(server.isUp()
            ? Effect.succeed(connect(applicationName, limits.statement + limits.grace))
            : Effect.fail(unavailable("connect ECONNREFUSED")))
        )
      })
  }

  return {
    dialer,
    /** Cuts one of the connections, or all. */
    cut: (all: boolean) => {
      const open = [...connections]
      for (const connection of all || open.length === 0 ? open : [open[dice.between(0, open.length - 1)]]) connection?.cut()
    },
    /** Delivers nothing in either direction until `reconnect`. */
    cutOff: cable.shut,
    reconnect: cable.open,
    /** Delivers nothing on the connections that carry notifications until the returned function is called. New connections work. */
    deafen: (): () => void => {
      const listening = [...connections].filter(({ isListening }) => isListening())
      for (const { hold } of listening) hold()
      return () => {
        for (const { release } of listening) release()
      }
    },
    ended: (host: boolean) => {
      for (const connection of connections) connection.abandon(host)
      connections.clear()
    }
  }
}
