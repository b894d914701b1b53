import { Reactivity } from "@effect/experimental"
import { SqlClient, SqlError } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, type Fiber, Random } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { dice } from "../../simulation/Dice.ts"
import { processClock } from "../../simulation/replicas/ProcessClock.ts"
import { noFaults, server } from "../../simulation/server/Server.ts"
import { taskQueue } from "../../simulation/TaskQueue.ts"
import { virtualClock } from "../../simulation/VirtualClock.ts"
import * as EventLoop from "../../src/Concurrency/EventLoop.ts"
import * as Postgres from "../../src/Database/Postgres/Client.ts"
import { Dialer } from "../../src/Database/Postgres/Client/Connect.ts"
import { defaultLimits } from "../../src/Database/Postgres/Client/ConnectionLimits.ts"
import { kindOf } from "../../src/Database/Postgres/Failure.ts"
import { write } from "../../src/Database/Write.ts"

const address = {
  host: "model",
  port: 5432,
  database: "shop",
  user: null,
  password: null,
  sslMode: "disable",
  rootCertificate: null
} as const

/** A modelled server, and processes with the service's own client on it. */
const scene = () => {
  const folder = mkdtempSync(join(tmpdir(), "modelled-server-"))
  const clock = virtualClock(Date.parse("2026-11-20T10:00:00Z"))
  const tasks = taskQueue(dice(1))
  const model = server({
    file: join(folder, "shop.db"),
    clock,
    dice: dice(2),
    task: (work) => tasks.scheduler.scheduleTask(work, 0)
  })
  const queues = [tasks]

  const process = (name: string) => {
    const queue = taskQueue(dice(queues.length))
    queues.push(queue)
    const own = processClock(clock, 0)
    const network = model.client({ task: (work) => queue.scheduler.scheduleTask(work, 0), after: own.after })
    const run = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.runFork(
        Effect.scoped(Effect.flatMap(Postgres.make(address, name), ({ sql }) => Effect.provideService(work, SqlClient.SqlClient, sql)))
          .pipe(
            Effect.provide(Reactivity.layer),
            Effect.provideService(Dialer, network.dialer),
            Effect.provideService(EventLoop.EventLoop, EventLoop.make(Effect.yieldNow())),
            Effect.withClock(own.clock),
            Effect.withRandom(Random.make(name))
          ),
        { scheduler: queue.scheduler }
      )
    return { network, run, queue, own }
  }

  const settle = () => {
    while (queues.map((queue) => queue.drain()).some((ran) => ran > 0)) { /* until all wait */ }
  }

  return {
    model,
    process,
    /** Runs the started work for this many seconds. */
    pass: (seconds: number) => {
      settle()
      const until = clock.real() + seconds * 1000
      while (clock.wakeNext(until)) settle()
    },
    close: () => {
      model.close()
      rmSync(folder, { recursive: true })
    }
  }
}

const resultOf = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): A => {
  const exit = fiber.unsafePoll()
  if (exit === null) throw new Error("expected an end, found that it waits")
  if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
  return exit.value
}

const append = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  write(sql)(Effect.gen(function*() {
    const [head] = yield* sql<{ readonly id: number }>`SELECT coalesce(max(id), 0) AS id FROM audit`
    yield* sql`INSERT INTO audit ${
      sql.insert({
        id: (head?.id ?? 0) + 1,
        created_at: 0,
        date: "2026-11-20",
        action: "note",
        before_cents: null,
        after_cents: null,
        source: null,
        reason: "",
        actor: "",
        hash: "0".repeat(64)
      })
    }`
  })))

const audits = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(sql`SELECT id FROM audit`, (rows) => rows.length))

const withScene = (test: (stage: ReturnType<typeof scene>) => void) => () => {
  const stage = scene()
  try {
    test(stage)
  } finally {
    stage.close()
  }
}

describe("the modelled server", () => {
  it("lets writers of several processes append one after another", withScene(({ pass, process }) => {
    const writers = ["a", "b", "c"].map((name) => process(name).run(Effect.replicateEffect(append, 20)))
    pass(60)
    for (const writer of writers) resultOf(writer)
    const count = process("reader").run(audits)
    pass(1)
    assert.strictEqual(resultOf(count), 60)
  }))

  it("stores once what is looked up after a commit without an answer", withScene(({ model, pass, process }) => {
    const writers = ["a", "b"].map((name) => process(name).run(Effect.replicateEffect(append, 30)))
    pass(0.05)
    model.setFaults({ ...noFaults, cut: 0.3 })
    pass(120)
    model.setFaults(noFaults)
    pass(30)
    for (const writer of writers) resultOf(writer)
    const count = process("reader").run(audits)
    pass(1)
    assert.strictEqual(resultOf(count), 60)
  }))

  it("undoes a transaction whose client says nothing for too long, and frees its locks", withScene(({ pass, process }) => {
    const idle = process("idle").run(
      Effect.flatMap(SqlClient.SqlClient,
        (sql) => sql.withTransaction(Effect.zipRight(sql`UPDATE shop SET version = version + 1`, Effect.sleep("20 seconds"))))
    )
    pass(0.5)
    const next = process("next").run(Effect.exit(append))
    pass(defaultLimits.idleInTransaction / 1000 - 1)
    assert.isNull(next.unsafePoll())
    pass(2)
    assert.isTrue(Exit.isSuccess(resultOf(next)))
    pass(20)
    assert.isTrue(Exit.isFailure(idle.unsafePoll() ?? Exit.void))
  }))

  it("shows a statement that waited for a lock what was there when it began", withScene(({ pass, process }) => {
    const first = process("first").run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT version FROM shop FOR NO KEY UPDATE`
        yield* Effect.sleep("1 second")
        yield* sql`INSERT INTO installation ${sql.insert({ key: "a", value: "1" })}`
      }))))
    pass(0.5)
    const seen = (statement: string) =>
      process(statement).run(
        Effect.flatMap(SqlClient.SqlClient,
          (sql) => sql.withTransaction(Effect.zipRight(sql.unsafe(statement), sql`SELECT count(*) AS count FROM installation`)))
      )
    const together = process("together").run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          sql.unsafe("SELECT (SELECT count(*) FROM installation) AS count, version FROM shop FOR NO KEY UPDATE OF shop")
        ))
    )
    const later = seen("SELECT version FROM shop FOR NO KEY UPDATE")
    pass(5)
    resultOf(first)
    assert.deepStrictEqual(resultOf(together), [{ count: 0, version: 0 }])
    assert.deepStrictEqual(resultOf(later), [{ count: 1 }])
  }))

  it("keeps what is committed when it crashes, and undoes the rest", withScene(({ model, pass, process }) => {
    const done = process("done").run(append)
    const open = process("open").run(
      Effect.exit(Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.zipRight(sql`INSERT INTO installation ${sql.insert({ key: "a", value: "1" })}`, Effect.sleep("2 seconds"))
        )))
    )
    pass(1)
    resultOf(done)
    model.crash()
    pass(2)
    model.recover()
    pass(2)
    const exit = resultOf(open)
    const error = Exit.isFailure(exit) ? Cause.failureOption(exit.cause) : undefined
    assert.isTrue(error?._tag === "Some" && error.value instanceof SqlError.SqlError && kindOf(error.value) !== "refused")
    const left = process("reader").run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.zip(audits, sql`SELECT * FROM installation`)))
    pass(1)
    assert.deepStrictEqual(resultOf(left), [1, []])
  }))

  it("answers nothing to a process that is cut off, and carries out late what it has sent", withScene(({ pass, process }) => {
    const far = process("far")
    const writing = far.run(
      Effect.flatMap(SqlClient.SqlClient,
        (sql) =>
          Effect.zipRight(sql`SELECT 1`, Effect.delay(sql`INSERT INTO installation ${sql.insert({ key: "a", value: "1" })}`, "1 second")))
    )
    pass(0.5)
    far.network.cutOff()
    pass(10)
    const exit = writing.unsafePoll()
    assert.isTrue(exit !== null && Exit.isFailure(exit))
    far.network.reconnect()
    pass(1)
    const left = process("reader").run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM installation`))
    pass(1)
    assert.lengthOf(resultOf(left), 1)
  }))
})
