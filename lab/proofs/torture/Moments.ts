import { statSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import type { FeishuDouble, ScriptedAnswer } from "../../../test/lib/FeishuDouble.ts"
import type { Dice } from "../Dice.ts"
import { type Caller, caller } from "../Http.ts"
import type { Service } from "../Service.ts"
import type { Books } from "./Books.ts"
import { must } from "./Violation.ts"
import { type ImportSize, sendCorrection, sendImport } from "./Writes.ts"

/** What a process is doing when it is killed. The last moment needs thousands of pending messages. */
export const moments = ["start", "settlement", "cutoff", "import", "correction", "delivery", "backlog"] as const
export type Moment = typeof moments[number]

interface Stage extends ImportSize {
  readonly books: Books
  readonly database: string
  readonly dice: Dice
  readonly double: FeishuDouble
  readonly service: Service
  /** Start time of the previous process, in milliseconds. */
  readonly startup: number
  /** Milliseconds from the process's start to the cutoff, for the moment `cutoff`. */
  readonly untilCutoff: number
}

const walState = (database: string): string => {
  const found = statSync(`${database}-wal`, { throwIfNoEntry: false })
  return found === undefined ? "" : `${found.mtimeMs} ${found.size}`
}

/** Waits until the process writes to its database, at most `millis`. */
const firstWrite = async (database: string, millis: number): Promise<void> => {
  const before = walState(database)
  for (const end = performance.now() + millis; performance.now() < end;) {
    if (walState(database) !== before) return
    await sleep(1)
  }
}

/** A valid request gets 200, or no response because of a kill. */
const accepted = async (answer: Promise<number | undefined>): Promise<void> => {
  const status = await answer
  must(status === undefined || status === 200, () => `a valid request was answered ${status}`)
}

const delivery = async (http: Caller, { books, dice, double }: Stage) => {
  const before = double.requests.length
  double.script(...dice.pick<ReadonlyArray<ScriptedAnswer>>([
    [],
    [{ delay: dice.between(0, 60) }],
    [{ delay: dice.between(0, 60) }],
    [{ body: { code: 11246, msg: "card content failed" } }],
    [{ fault: "reset", arrives: true }]
  ]))
  await accepted(sendCorrection(http, books, dice))
  for (const end = performance.now() + 2_500; performance.now() < end && double.requests.length === before;) await sleep(1)
  await sleep(dice.between(0, 70))
}

/** Brings a process to the moment of its kill; a part of that moment is random. */
export const reach = async (moment: Moment, stage: Stage): Promise<void> => {
  const { books, database, dice, notify, rows, service, startup, untilCutoff } = stage
  if (moment === "start") return void await sleep(dice.between(0, startup))
  if (moment === "settlement") {
    if (dice.chance(0.5)) await service.ready
    else await firstWrite(database, 2 * startup)
    return void await sleep(dice.between(0, 8))
  }
  if (moment === "cutoff") {
    if (dice.chance(0.5)) return void await sleep(untilCutoff + dice.between(-10, 40))
    await service.ready
    await firstWrite(database, untilCutoff)
    return void await sleep(dice.between(0, 3))
  }
  if (moment === "backlog") {
    await service.ready
    return void await sleep(dice.between(700, 1_300))
  }
  const http = caller(await service.ready)
  try {
    if (moment === "delivery") return await delivery(http, stage)
    const answered = accepted(moment === "import" ? sendImport(http, books, { notify, rows }) : sendCorrection(http, books, dice))
    // A response that arrives during the kill still counts as acknowledged.
    await Promise.race([
      dice.pick([
        () => answered,
        () => sleep(moment === "import" ? dice.between(0, 300) : dice.between(0, 12)),
        () => firstWrite(database, 1_000).then(() => sleep(dice.between(0, moment === "import" ? 20 : 3)))
      ])(),
      answered.then(() => sleep(dice.between(0, 10)))
    ])
    service.signal("SIGKILL")
    await answered
  } finally {
    http.close()
  }
}
