import type { SqlClient } from "@effect/sql"
import { Context, DateTime, Duration, Effect, Layer, Random, TestClock } from "effect"
import type { ChatBot } from "../../src/Chat/ChatBot.ts"
import * as Clock from "../../src/Clock.ts"
import * as ClockWatch from "../../src/Clock/ClockWatch.ts"
import * as Config from "../../src/Config.ts"
import { fromVariables, layerOf } from "../../src/Config/Environment.ts"
import type { NotReplaced } from "../../src/Config/WholeFile.ts"
import { Database } from "../../src/Database.ts"
import type { Writer } from "../../src/Database/Write.ts"
import { ForeignWritePoll } from "../../src/Ledger.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import { OutboxPollInterval } from "../../src/Notifier.ts"
import { WallClockWatch } from "../../src/Scheduler.ts"
import * as Shop from "../../src/Shop.ts"
import { filesInMemory } from "./FilesInMemory.ts"
import type { QuickClock } from "./QuickClock.ts"
import { recordingBot } from "./RecordingBot.ts"

/** The configuration file of a test: an object that the test may change before a reload. */
export type Members = Record<string, unknown>

export const members = (changes: Members = {}): Members => ({
  chat_webhook_url: "console:",
  chat_secret: "",
  shop_name: "示例门店",
  weekday_range: [2800, 3600],
  weekend_range: [4000, 5200],
  cutoff_time: "23:00",
  // The tests of time zones run in New York.
  holidays: "CN",
  fallback_push: "auto",
  ...changes
})

export interface TestServiceOptions {
  /** The instant at which the test begins, with its UTC offset. */
  readonly at: string
  /** The content of the configuration file; a text is used as it is. */
  readonly config?: { file: Members | string }
  readonly env?: Readonly<Record<string, string>>
  /** In memory by default. A test that restarts the service needs the URL of a file. */
  readonly database?: string
  /** Replaces parts of the database, for example to make it answer like a server. */
  readonly parts?: Partial<typeof Database.Service>
  /**
   * The poll interval of clock, outbox and database. It is long, so that days cost few wake-ups; with an hour, every poll has that
   * interval.
   */
  readonly watch?: "1 second" | "1 minute" | "1 hour"
  readonly bot?: ReturnType<typeof recordingBot>
  /** Sends messages instead of the recording bot. */
  readonly chat?: Layer.Layer<ChatBot, never, SqlClient.SqlClient | Writer | Clock.ShopClock | Config.Config | Secrets.Secrets>
  /** Answers instead of the source in the settings. */
  readonly source?: typeof Shop.amountSource
  /** Why the configuration file cannot be replaced. */
  readonly settingsKept?: NotReplaced
  /** Runs on the database before the service starts. */
  readonly before?: Effect.Effect<unknown, unknown, SqlClient.SqlClient>
  /** Further files besides the configuration, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Replaces the TestClock; its own start time counts instead of `at`. */
  readonly clock?: QuickClock
  /** Before it the clock is wrong; any time counts by default. */
  readonly earliest?: number
}

/** A clock watch whose polls come once an hour or less often. */
const hourlyWatch = Layer.map(ClockWatch.layer, (context) =>
  Context.add(
    context,
    ClockWatch.ClockWatch,
    Effect.map(Context.get(context, ClockWatch.ClockWatch), (watch) => ({
      ...watch,
      every: (interval, job, isNeeded) => watch.every(Duration.max(interval, "1 hour"), job, isNeeded)
    } satisfies typeof watch))
  ))

/** The whole service without its edges, on the test clock, with a recording bot. */
export const testService = (options: TestServiceOptions) => {
  const config = options.config ?? { file: members() }
  const bot = options.bot ?? recordingBot()
  const watch = options.watch ?? "1 minute"

  const clock = options.clock?.layer ?? Layer.effectDiscard(TestClock.setTime(DateTime.unsafeMake(options.at)))
  const tuning = Layer.mergeAll(
    Layer.succeed(WallClockWatch, watch),
    Layer.succeed(ForeignWritePoll, watch),
    Layer.succeed(OutboxPollInterval, watch),
    Layer.setRandom(Random.make("test"))
  )
  const files = filesInMemory((path) => {
    if (path !== "config.json") return options.files?.[path]
    return typeof config.file === "string" ? config.file : JSON.stringify(config.file)
  })
  const writer = Layer.succeed(Config.SettingsWriter, {
    replace: (_, text) =>
      Effect.sync(() => {
        config.file = text
      }),
    refusalOf: () => options.settingsKept
  })
  const environment = layerOf(fromVariables({ ADMIN_TOKEN: "test-token-0123456789", ...options.env }))

  const database = Layer.effectDiscard(options.before ?? Effect.void).pipe(
    Layer.provideMerge(
      Layer.map(Database.layer(options.database ?? "sqlite::memory:"), (context) =>
        Context.add(context, Database, {
          ...Context.get(context, Database),
          ...options.parts
        }))
    )
  )

  const layer = Shop.layer.pipe(
    Layer.provideMerge(Layer.merge(Layer.provideMerge(options.chat ?? bot.layer, database), options.source ?? Shop.amountSource)),
    Layer.provideMerge(Layer.succeed(Clock.EarliestTime, options.earliest ?? -Infinity)),
    Layer.provideMerge(Layer.mergeAll(Config.layer, Clock.layer, watch === "1 hour" ? hourlyWatch : ClockWatch.layer)),
    Layer.provideMerge(Layer.mergeAll(environment, files, writer, Secrets.layer)),
    Layer.provide(tuning),
    Layer.provideMerge(clock),
    Layer.orDie
  )
  return { bot, config, layer }
}
