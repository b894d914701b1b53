import { Headers, HttpClient, type HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { almanac, plusDays } from "../Almanac.ts"
import { Broken, hold, same } from "../Broken.ts"
import { type Dice, dice } from "../Dice.ts"
import type { Answer, Call } from "../Exchange.ts"
import { observer as observerOf } from "../Observer.ts"
import * as Shop from "../Shop.ts"
import { failureOf, type Report, type RunOptions } from "../Simulation.ts"
import { codeOf, get, json, parsed, withToken } from "../steps/Requests.ts"
import { verdict } from "../Verdict.ts"
import { virtualClock } from "../VirtualClock.ts"
import type { Place } from "../World.ts"
import { type Judge, judge as judgeOf, type TillSettings } from "./Judge.ts"
import { type Till, till as tillOf } from "./Till.ts"

const second = 1_000
const minute = 60 * second

const places: readonly [Place, ...ReadonlyArray<Place>] = [
  { zone: "Asia/Shanghai", start: "2025-11-20T02:00:00Z" },
  { zone: "Europe/Berlin", start: "2024-03-20T10:00:00Z" },
  { zone: "America/Sao_Paulo", start: "2016-10-01T15:00:00Z" }
]

const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** A fiber that never waits is the cause of more tasks at one instant. */
const mostTasks = 500_000

const two = (value: number) => String(value).padStart(2, "0")
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

const someSettings = (chance: Dice): TillSettings => ({
  cutoff: chance.pick([23 * 60, 20 * 60, 23 * 60 + 55, 13 * 60 + 18, 0]),
  patience: chance.pick([1, 5, 12, 20]),
  without: chance.pick(["wait", "generate"]),
  every: chance.pick([0, 0, 30, 60])
})

const configText = ({ cutoff, every, patience, without }: TillSettings): string =>
  JSON.stringify({
    chat_webhook_url: "https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdef",
    weekday_range: [2800, 3600],
    weekend_range: [4000, 5200],
    cutoff_time: timeOf(cutoff),
    fallback_push: "auto",
    amount_source: {
      kind: "command",
      run: ["till"],
      timeout_s: 10,
      patience_minutes: patience,
      without_figure: without,
      ask_minutes: every
    }
  })

/** A bot that accepts every message. */
const bot = HttpClient.make((request) =>
  Effect.delay(
    Effect.succeed(
      {
        request,
        status: 200,
        headers: Headers.empty,
        text: Effect.succeed("{\"code\":0}")
      } as unknown as HttpClientResponse.HttpClientResponse
    ),
    50
  )
)

interface World {
  readonly till: Till
  readonly judge: Judge
  readonly live: (duration: number) => void
  readonly sleep: (duration: number) => void
  readonly ask: (call: Call) => Answer
  readonly launch: () => void
  readonly stop: () => void
  readonly kill: (tasks: number) => void
  readonly reload: (change: Partial<TillSettings>) => void
}

const world = (seed: number, file: string, place: Place, first: TillSettings, trace?: (line: string) => void) => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
  const clock = virtualClock(Date.parse(place.start))
  const calendar = almanac(place.zone)
  const { guarded, report, rethrow } = verdict()
  let settings = first
  let shop: Shop.Shop | undefined
  let lives = 0
  let known: { readonly observer: ReturnType<typeof observerOf>; readonly judge: Judge } | undefined
  const note = (text: () => string) => trace?.(`${calendar.stamp(clock.wall())} ${text()}`)

  const till = tillOf({
    clock,
    seed,
    onQuestion: (question) => {
      note(() => `asked for ${question.date}: ${till.mood()}`)
      guarded(() => {
        connected().judge.judgeQuestion(question)
      })
    }
  })
  const connected = () => {
    if (known !== undefined) return known
    const eye = observerOf(file)
    known = { observer: eye, judge: judgeOf(clock, calendar, eye, () => settings) }
    known.judge.watches(till)
    return known
  }

  const settle = (limit?: number) => {
    const count = shop?.settle(limit ?? mostTasks) ?? 0
    hold(count < mostTasks, "no fiber works on and on at one instant", () => calendar.stamp(clock.wall()))
    rethrow()
    connected().judge.absorb()
  }

  const live = (duration: number) => {
    const until = clock.real() + duration
    while (clock.wakeNext(until)) {
      settle()
      connected().judge.judgeTime()
    }
  }

  const launch = () => {
    lives += 1
    note(() => `start ${lives}`)
    // The database does not exist before the first start.
    if (lives > 1) connected().judge.begins(true)
    shop = Shop.open({
      clock,
      databaseUrl: `file:${file}`,
      zone: place.zone,
      watch: minute,
      configText: () => configText(settings),
      importText: undefined,
      httpClient: bot,
      runProgram: till.run,
      onError: (line) => report(new Broken("the service logs no unexpected error", line)),
      seeds: [seed, lives, 0x711]
    })
    if (lives === 1) connected().judge.begins(true)
    settle()
    const failure = shop.startFailure()
    hold(failure === undefined, "the service starts", () => String(failure))
  }

  const gone = () => {
    note(() => "the process has ended")
    shop?.kill()
    shop = undefined
    connected().judge.absorb()
    connected().judge.ends()
  }

  /** Sends a request, which never waits for a question to the till. */
  const ask = (call: Call): Answer => {
    note(() => `${call.method} ${call.url} ${call.body ?? ""}`)
    let answer: Answer | undefined
    shop?.put(call, (found) => {
      answer = found
    })
    settle()
    for (const until = clock.real() + second; answer === undefined; settle())
      hold(clock.wakeNext(until), "a request is answered within a second, whatever the till does", () => `${call.method} ${call.url}`)
    return answer
  }

  launch()
  return {
    clock,
    calendar,
    settings: () => settings,
    till,
    judge: connected().judge,
    live,
    sleep: (duration: number) => {
      note(() => `asleep for ${duration} ms`)
      clock.suspend(duration)
      connected().judge.begins(false)
    },
    ask,
    launch,
    stop: () => {
      const fiber = shop?.stop()
      settle()
      for (const until = clock.real() + 5 * second; fiber !== undefined && fiber.unsafePoll() === null; settle())
        hold(clock.wakeNext(until), "a stop waits for no question", () => "it waits")
      gone()
    },
    kill: (tasks: number) => {
      shop?.settle(tasks)
      rethrow()
      gone()
    },
    reload: (change: Partial<TillSettings>) => {
      settings = { ...settings, ...change }
      note(() => `reload ${configText(settings)}`)
      connected().judge.begins(true)
      same("a valid file is accepted", ask({ method: "POST", url: "/api/admin/reload_cutoff", headers: withToken }).status, 200)
    },
    close: () => {
      shop?.kill()
      known?.observer.close()
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
    }
  } satisfies World & Record<string, unknown>
}

type Step = (shop: World, chance: Dice) => void

const someDay = ({ judge }: World, chance: Dice) => chance.chance(0.8) ? judge.today() : plusDays(judge.today(), -1)

/** What people and machines do at any moment. */
const steps: Readonly<Record<string, readonly [weight: number, Step]>> = {
  mood: [8, ({ till }, chance) => till.becomes(chance.chance(0.4) ? "well" : till.someBadMood())],
  correct: [4, (shop, chance) => {
    const call = json("PUT", "/api/admin/turnover", { date: someDay(shop, chance), amount: chance.between(0, 900_000) / 100 })
    same("a person may enter a figure at any time", codeOf(shop.ask(call)), [200, undefined])
  }],
  withdraw: [5, (shop, chance) => {
    const date = someDay(shop, chance)
    const expected = shop.judge.days.has(date) ? 200 : 404
    same("a person may withdraw a figure", shop.ask(json("DELETE", `/api/admin/turnover/${date}`, { reason: "wrong" })).status, expected)
  }],
  close: [2, (shop, chance) => {
    const date = shop.judge.today()
    const closed = !shop.judge.isClosed(date)
    const expected = closed && shop.judge.days.has(date) ? 409 : 200
    same("a day may be closed and opened", shop.ask(json("PUT", `/api/admin/days/${date}`, { closed })).status, expected)
    void chance
  }],
  health: [3, ({ ask, judge }) => judge.judgeHealth(parsed(ask(get("/api/health"))))],
  reload: [2, ({ reload }, chance) => reload({ without: chance.pick(["wait", "generate"]), patience: chance.pick([1, 5, 12, 20]) })],
  stop: [2, (shop, chance) => {
    shop.stop()
    shop.sleep(chance.pick([0, 5 * second, 3 * minute]))
    shop.launch()
  }],
  kill: [2, (shop, chance) => {
    shop.kill(chance.between(0, 60))
    shop.sleep(chance.pick([0, 5 * second, 3 * minute]))
    shop.launch()
  }]
}

const choices = Object.entries(steps).map(([name, [weight, step]]) => [weight, { name, step }] as const) as unknown as readonly [
  readonly [number, { readonly name: string; readonly step: Step }]
]

/** Runs the days of a seed. The process is awake around each cutoff, and for a while in the morning and at noon; it sleeps in between. */
export const simulate = ({ days, seed, trace, without = new Set() }: RunOptions): Report => {
  const place = dice(seed, 10).pick(places)
  const done: Array<string> = []
  let current = 0
  let shop: ReturnType<typeof world> | undefined
  let failure: Report["failure"]
  try {
    const running = world(seed, join(folder, `till-${process.pid}-${seed}.db`), place, someSettings(dice(seed, 11)), trace)
    shop = running
    const { calendar, clock, judge, settings, till } = running
    /** Lets time pass, with steps in it. */
    const awake = (part: number, duration: number) => {
      const plan = dice(seed, current, part)
      const begin = clock.real()
      const instants = Array.from({ length: plan.between(0, 5) }, () => plan.next() * duration).sort((a, b) => a - b)
      instants.forEach((instant, index) => {
        const chance = dice(seed, current, part, index)
        const { name, step } = chance.weighted(choices)
        const id = `${current}.${part}${index}`
        const left = begin + Math.round(instant) - clock.real()
        if (left > 0) running.live(left)
        if (without.has(id)) return
        done.push(`${id} ${name}`)
        trace?.(`step ${id} ${name}`)
        step(running, chance)
        running.live(0)
      })
      const left = begin + duration - clock.real()
      if (left > 0) running.live(left)
    }
    let date = judge.today()
    for (current = 1; current <= days; current += 1) {
      const plan = dice(seed, current, 1)
      const until = (instant: number) => {
        if (instant > clock.wall()) running.sleep(instant - clock.wall())
      }
      const parts = [
        [calendar.instantOf(date, 9 * 60) - minute, plan.between(2, 8) * minute],
        [calendar.instantOf(date, 12 * 60), plan.between(1, 65) * minute],
        [judge.cutoffOf(date) - plan.between(second, 3 * minute), (settings().patience + plan.between(2, 8)) * minute],
        [judge.cutoffOf(date) + (settings().patience + 15) * minute, plan.chance(0.2) ? 70 * minute : minute]
      ] as const
      parts.toSorted(([one], [other]) => one - other).forEach(([instant, duration], index) => {
        until(instant)
        till.becomes(plan.chance(0.6) ? "well" : till.someBadMood())
        awake(index, duration)
      })
      date = plusDays(date, 1)
    }
  } catch (error) {
    failure = failureOf(error, { day: Math.min(current, days), at: shop?.calendar.stamp(shop.clock.wall()) ?? "", steps: done })
  }
  const { announced = [], audits = [] } = shop?.judge ?? {}
  const digest = createHash("sha256").update(JSON.stringify([audits.map(({ hash }) => hash), announced])).digest("hex").slice(0, 16)
  const report: Report = {
    zone: `${place.zone} from ${place.start.slice(0, 10)}`,
    days,
    steps: done.length,
    audits: audits.length,
    messages: { delivered: announced.length },
    digest,
    failure
  }
  shop?.close()
  return report
}
