import { rmSync } from "node:fs"
import { almanac } from "./Almanac.ts"
import { bots, urlOf } from "./Bots.ts"
import { Broken, hold, same } from "./Broken.ts"
import { dice } from "./Dice.ts"
import type { Answer, Call } from "./Exchange.ts"
import { figures } from "./Figures.ts"
import { keys } from "./Keys.ts"
import { type Model, model } from "./Model.ts"
import { linesOf, mainBot } from "./model/Lines.ts"
import { type Observer, observer } from "./Observer.ts"
import type { Settings } from "./Rules.ts"
import * as Shop from "./Shop.ts"
import { staff } from "./Staff.ts"
import { verdict } from "./Verdict.ts"
import { virtualClock } from "./VirtualClock.ts"

export interface Place {
  readonly zone: string
  /** The instant of the run's start. */
  readonly start: string
}

const minute = 60_000
const hour = 60 * minute

const weekdayNames = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]

export const configText = (settings: Settings): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const time = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const { monthly, weekly } = settings.reports
  const yuan = (range: readonly [number, number]) => range.map((cents) => cents / 100)
  return JSON.stringify({
    chat_webhook_url: urlOf(mainBot),
    chat_secret: settings.secret,
    ...(settings.about.length === 0 ? {} : { chat_about: settings.about }),
    ...(settings.chats.length === 0 ? {} : {
      chats: settings.chats.map(({ about, bot, name, secret }) => ({ name, url: urlOf(bot), about, ...(secret === "" ? {} : { secret }) }))
    }),
    shop_name: settings.shop,
    weekday_range: yuan(settings.weekday),
    weekend_range: yuan(settings.weekend),
    cutoff_time: time(settings.cutoff),
    ...(settings.start === 0 ? {} : { day_starts_at: time(settings.start) }),
    ...(settings.source === "range" ? {} : { amount_source: { kind: settings.source } }),
    // `always` is what holds where the key is not set.
    ...(settings.fallback === "always" ? {} : { fallback_push: settings.fallback }),
    import_notify: settings.importNotify,
    remind_minutes: settings.remind,
    ...(weekly === null && monthly === null ? {} : {
      reports: {
        ...(weekly === null ? {} : { weekly: `${weekdayNames[weekly.day] ?? ""} ${time(weekly.minute)}` }),
        ...(monthly === null ? {} : { monthly: `${monthly.day} ${time(monthly.minute)}` })
      }
    }),
    holidays: "CN",
    ...(settings.holidayRanges ? { holiday_ranges: true } : {}),
    ...(settings.silence === 0 ? {} : { feed_silence_minutes: settings.silence }),
    ...(Object.keys(settings.goals).length === 0
      ? {}
      : { goals: Object.fromEntries(Object.entries(settings.goals).map(([month, cents]) => [month, cents / 100])) }),
    public_url: settings.publicUrl
  })
}

/** The service with its surroundings, and functions that let time pass and send requests. */
export const world = (place: Place, seed: number, file: string, first: Settings, trace?: (line: string) => void) => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
  const clock = virtualClock(Date.parse(place.start))
  const calendar = almanac(place.zone)
  let shop: Shop.Shop | undefined
  let lives = 0
  const { guarded, report, rethrow } = verdict()
  let watch = minute
  let importFailed = false
  let onDisk: { readonly text: string; readonly settings: Settings } = { text: configText(first), settings: first }
  let attached: { readonly observer: Observer; readonly model: Model } | undefined

  const bot = bots({
    clock,
    seed,
    secretOf: (name) => linesOf(connected().model.settings()).find((line) => line.bot === name)?.secret,
    guarded
  })
  const httpClient = bot.clientOf(clock.wall, (name, request) => {
    note(() => `to ${name}: ${request.format} ${[request.title, ...request.lines].join(" | ")}: ${JSON.stringify(request.reply)}`)
    connected().model.onRequest(name, request)
  })

  const connected = () => {
    attached ??= (() => {
      const eye = observer(file)
      return { observer: eye, model: model(clock, calendar, eye, () => watch) }
    })()
    return attached
  }

  const settle = (limit?: number) => {
    const count = shop?.settle(limit)
    rethrow()
    return count
  }

  const checkModel = () => {
    connected().model.absorb()
    rethrow()
    connected().model.judgeClock()
  }

  const note = (text: () => string) => trace?.(`${calendar.stamp(clock.wall())} ${text()}`)

  /** Lets time pass, and runs every timer. */
  const live = (duration: number) => {
    note(() => `awake for ${duration} ms`)
    const until = clock.real() + duration
    while (clock.wakeNext(until)) {
      settle()
      checkModel()
    }
    checkModel()
  }

  /** Lets time pass without timers, because the machine sleeps or the service does not run. */
  const sleep = (duration: number) => {
    note(() => `asleep for ${duration} ms`)
    clock.suspend(duration)
    if (shop !== undefined) connected().model.disturbed()
  }

  const pass = (duration: number) => {
    if (shop === undefined) return sleep(duration)
    const awakeAtLeast = watch + 5_000
    // A process that reads the clock only once an hour stays awake, because it would not notice what became due while it slept.
    if (watch > minute || duration <= awakeAtLeast + minute) return live(duration)
    const chance = dice(seed, clock.real())
    const end = clock.real() + duration
    const cutoff = connected().model.cutoffOf(connected().model.today()) - clock.wall()
    if (cutoff > awakeAtLeast + minute && cutoff < duration - minute && chance.chance(0.7)) {
      sleep(cutoff - awakeAtLeast)
      live(awakeAtLeast + 2_000)
    }
    // Sometimes the next step comes before the service has read the clock again.
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
      httpClient,
      onError: (line) => {
        if (!(importFailed && line.startsWith("auto-import failed"))) report(new Broken("the service logs no unexpected error", line))
      },
      seeds: [seed, lives]
    })
  }

  /** Starts the service and runs it until all of its fibers wait. */
  const launch = (file?: { readonly text: string; readonly postings: ReadonlyArray<unknown> | undefined }) => {
    importFailed = file !== undefined && file.postings === undefined
    if (attached !== undefined) {
      checkModel()
      attached.model.starts(onDisk.settings)
    }
    shop = open(file?.text)
    if (attached === undefined) {
      connected().model.starts(onDisk.settings)
    }
    settle()
    const startFailure = shop.startFailure()
    hold(startFailure === undefined, "the service starts", () => String(startFailure))
    connected().model.absorb()
    same("the file for the import at start is imported", connected().model.undone(), 0)
    connected().model.started()
    checkModel()
  }

  const gone = () => {
    note(() => "the process has ended")
    shop?.kill()
    shop = undefined
    // What was committed before the end is stored.
    connected().model.absorb()
    connected().model.ended()
  }

  const stop = () => {
    const fiber = shop?.stop()
    settle()
    checkModel()
    for (const until = clock.real() + minute; fiber !== undefined && fiber.unsafePoll() === null;) {
      hold(clock.wakeNext(until), "a stop ends within a minute", () => "it waits")
      settle()
      connected().model.absorb()
    }
    gone()
  }

  /** Sends a request, and lets time pass until the response. */
  const ask = (call: Call): Answer => {
    note(() => `${call.method} ${call.url} ${call.body ?? ""}`)
    let answer: Answer | undefined
    shop?.put(call, (found) => {
      answer = found
    })
    settle()
    checkModel()
    for (const until = clock.real() + 20_000; answer === undefined;) {
      hold(clock.wakeNext(until), "a request is answered within 20 s", () => `${call.method} ${call.url}`)
      settle()
      checkModel()
    }
    return answer
  }

  /** Sends a request and kills the process after `tasks` tasks; returns the response if one was sent before. */
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
    model: connected().model,
    observer: connected().observer,
    figures: figures(connected().model, calendar, clock.wall),
    keys: keys(),
    staff: staff(connected().model),
    isUp: () => shop !== undefined,
    /** Whether the file for the import at start was invalid. */
    importFailed: () => importFailed,
    watch: () => watch,
    onDisk: () => onDisk,
    /** The chats of the shop at the start of the run. */
    shopChats: { about: first.about, chats: first.chats },
    write: (text: string, settings: Settings) => {
      onDisk = { text, settings }
    },
    launch,
    stop,
    kill: (tasks: number) => {
      settle(tasks)
      gone()
    },
    /** Kills the process during its start. */
    launchAndKill: (tasks: number) => {
      checkModel()
      connected().model.starts(onDisk.settings)
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
      note(() => `wall clock changed by ${shift} ms`)
      clock.setWall(shift)
      connected().model.clockMoved()
      connected().model.disturbed()
    },
    close: () => {
      shop?.kill()
      connected().observer.close()
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
    }
  }
}

export type World = ReturnType<typeof world>
