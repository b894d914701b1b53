import { rmSync } from "node:fs"
import { almanac } from "./Almanac.ts"
import { Broken, hold, same } from "./Broken.ts"
import { chat } from "./Chat.ts"
import { dice } from "./Dice.ts"
import { figures } from "./Figures.ts"
import { type Model, model, type Settings } from "./Model.ts"
import { type Observer, observer } from "./Observer.ts"
import type { Answer, Call } from "./Port.ts"
import * as Shop from "./Shop.ts"
import { virtualClock } from "./VirtualClock.ts"

export interface Place {
  readonly zone: string
  /** The instant at which the run begins. */
  readonly start: string
}

const minute = 60_000
const hour = 60 * minute

export const configText = (settings: Settings): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const yuan = (range: readonly [number, number]) => range.map((cents) => cents / 100)
  return JSON.stringify({
    chat_webhook_url: "https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdef",
    chat_secret: settings.secret,
    shop_name: settings.shop,
    weekday_range: yuan(settings.weekday),
    weekend_range: yuan(settings.weekend),
    cutoff_time: `${two(Math.floor(settings.cutoff / 60))}:${two(settings.cutoff % 60)}`,
    fallback_push: settings.fallback,
    import_notify: settings.importNotify
  })
}

/** Everything around the service that a run consists of, and the ways to let time pass and to ask. */
export const world = (place: Place, seed: number, file: string, first: Settings, trace?: (line: string) => void) => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
  const clock = virtualClock(Date.parse(place.start))
  const calendar = almanac(place.zone)
  let shop: Shop.Shop | undefined
  let lives = 0
  let fault: unknown
  let watch = minute
  let importFailed = false
  let onDisk: { readonly text: string; readonly settings: Settings } = { text: configText(first), settings: first }
  let watching: { readonly observer: Observer; readonly model: Model } | undefined

  /** What goes wrong inside a fiber must not be taken for an answer of the outside. */
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      fault ??= error
    }
  }
  const bot = chat({
    clock,
    dice: dice(seed, 0xb07),
    secret: () => seen().model.settings().secret,
    onRequest: (delivery) => {
      note(() => `to the bot: ${delivery.format} ${[...delivery.facts].join(" ")}: ${JSON.stringify(delivery.reply)}`)
      seen().model.onRequest(delivery)
    },
    guarded
  })

  const seen = () => {
    watching ??= (() => {
      const eye = observer(file)
      return { observer: eye, model: model(clock, calendar, eye, () => watch) }
    })()
    return watching
  }

  const settle = (limit?: number) => {
    const count = shop?.settle(limit)
    if (fault !== undefined) throw fault
    return count
  }

  const look = () => {
    seen().model.absorb()
    if (fault !== undefined) throw fault
    seen().model.judgeClock()
  }

  const note = (text: () => string) => trace?.(`${calendar.stamp(clock.wall())} ${text()}`)

  /** Lets time pass with every timer. */
  const live = (duration: number) => {
    note(() => `awake for ${duration} ms`)
    const until = clock.real() + duration
    while (clock.wakeNext(until)) {
      settle()
      look()
    }
    look()
  }

  /** The machine sleeps, or nobody runs the service. */
  const sleep = (duration: number) => {
    note(() => `asleep for ${duration} ms`)
    clock.suspend(duration)
    if (shop !== undefined) seen().model.disturbed()
  }

  const pass = (duration: number) => {
    if (shop === undefined) return sleep(duration)
    const awakeAtLeast = watch + 5_000
    // A process that looks only once an hour is left awake: it would miss whatever it slept through.
    if (watch > minute || duration <= awakeAtLeast + minute) return live(duration)
    const chance = dice(seed, clock.real())
    const end = clock.real() + duration
    const cutoff = seen().model.cutoffOf(seen().model.today()) - clock.wall()
    if (cutoff > awakeAtLeast + minute && cutoff < duration - minute && chance.chance(0.7)) {
      sleep(cutoff - awakeAtLeast)
      live(awakeAtLeast + 2_000)
    }
    // Now and then something happens before it has looked at the clock again.
    const awake = chance.chance(0.5) ? awakeAtLeast : chance.between(0, watch)
    const left = end - clock.real()
    if (left > awake) sleep(left - awake)
    live(end - clock.real())
  }

  const open = (importText: string | undefined) => {
    lives += 1
    note(() => `start ${lives}`)
    watch = dice(seed, lives, 7).chance(0.01) ? hour : minute
    return Shop.open({
      clock,
      databaseUrl: `file:${file}`,
      zone: place.zone,
      watch,
      configText: () => onDisk.text,
      importText,
      httpClient: bot.client,
      onError: (line) => {
        if (!(importFailed && line.startsWith("auto-import failed"))) fault ??= new Broken("nothing unforeseen happens", line)
      },
      seeds: [seed, lives]
    })
  }

  /** Starts the service; whatever it does at once has been done. */
  const launch = (file?: { readonly text: string; readonly postings: ReadonlyArray<unknown> | undefined }) => {
    importFailed = file !== undefined && file.postings === undefined
    if (watching !== undefined) {
      look()
      watching.model.starts(onDisk.settings)
    }
    shop = open(file?.text)
    if (watching === undefined) {
      seen().model.starts(onDisk.settings)
    }
    settle()
    seen().model.absorb()
    same("what was to be imported at start is", seen().model.undone(), 0)
    seen().model.started()
    look()
  }

  const gone = () => {
    note(() => "the process is gone")
    shop?.kill()
    shop = undefined
    // Whatever was committed before the end is there.
    seen().model.absorb()
    seen().model.ended()
  }

  const stop = () => {
    const fiber = shop?.stop()
    settle()
    look()
    for (const until = clock.real() + minute; fiber !== undefined && fiber.unsafePoll() === null;) {
      hold(clock.wakeNext(until), "a stop ends within a minute", () => "it waits")
      settle()
      seen().model.absorb()
    }
    gone()
  }

  /** Asks, and lets as little time pass as the answer takes. */
  const ask = (call: Call): Answer => {
    note(() => `${call.method} ${call.url} ${call.body ?? ""}`)
    let answer: Answer | undefined
    shop?.put(call, (found) => {
      answer = found
    })
    settle()
    look()
    for (const until = clock.real() + 20_000; answer === undefined;) {
      hold(clock.wakeNext(until), "a request is answered within 20 s", () => `${call.method} ${call.url}`)
      settle()
      look()
    }
    return answer
  }

  /** Asks, and kills the process after so many tasks; the answer if one was sent before. */
  const askAndKill = (call: Call, tasks: number): Answer | undefined => {
    let answer: Answer | undefined
    shop?.put(call, (found) => {
      answer = found
    })
    settle(tasks)
    gone()
    return answer
  }

  launch()
  return {
    clock,
    calendar,
    bot,
    model: seen().model,
    observer: seen().observer,
    figures: figures(seen().model, calendar, place.zone, clock.wall),
    isUp: () => shop !== undefined,
    /** Whether the file to be imported at start was none that can be. */
    importFailed: () => importFailed,
    watch: () => watch,
    onDisk: () => onDisk,
    write: (text: string, settings: Settings) => {
      onDisk = { text, settings }
    },
    launch,
    stop,
    kill: (tasks: number) => {
      settle(tasks)
      gone()
    },
    /** Kills the process on its way up. */
    launchAndKill: (tasks: number) => {
      look()
      seen().model.starts(onDisk.settings)
      importFailed = false
      shop = open(undefined)
      settle(tasks)
      gone()
    },
    ask,
    askAndKill,
    live,
    pass,
    setWall: (shift: number) => {
      note(() => `the wall clock is moved by ${shift} ms`)
      clock.setWall(shift)
      seen().model.clockMoved()
      seen().model.disturbed()
    },
    close: () => {
      shop?.kill()
      seen().observer.close()
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
    }
  }
}

export type World = ReturnType<typeof world>
