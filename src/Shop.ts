import { Effect, Layer } from "effect"
import * as Alarm from "./Alarm.ts"
import { alarmChannel } from "./Alarm.ts"
import * as Backup from "./Backup.ts"
import * as BotMemory from "./Chat/BotMemory.ts"
import { chatSettings, configuredBots } from "./Chat/ChatBot.ts"
import { chatFindings } from "./Chat/ChatFindings.ts"
import * as Clock from "./Clock.ts"
import * as Config from "./Config.ts"
import { Environment } from "./Config/Environment.ts"
import { servedDatabase } from "./Database.ts"
import type { ServingProcess } from "./Database/ServingProcess.ts"
import { writeProbe } from "./Database/Write.ts"
import { theService } from "./Domain/Command.ts"
import * as Events from "./Events.ts"
import * as Health from "./Health.ts"
import * as Heartbeat from "./Heartbeat.ts"
import * as AutoImport from "./Import/AutoImport.ts"
import * as Ledger from "./Ledger.ts"
import * as AuditTrail from "./Ledger/AuditTrail.ts"
import * as LedgerStore from "./Ledger/Store.ts"
import * as Notifier from "./Notifier.ts"
import * as Outbound from "./Outbound.ts"
import * as Outbox from "./Outbox.ts"
import * as OutboxBell from "./Outbox/Bell.ts"
import * as People from "./People.ts"
import * as Rights from "./People/Rights.ts"
import * as PeopleStore from "./People/Store.ts"
import * as Scheduler from "./Scheduler.ts"
import * as Source from "./Source.ts"

/** A reload is checked by the chat products' rules, as a start is. */
const settingsRule = Layer.succeed(Config.SettingsRule, chatFindings)

/** Both layers use one store, whose state is only in the database. */
const peopleLayer = Layer.provideMerge(People.layer, Layer.provideMerge(Rights.layer, PeopleStore.layer))

const stores = Layer.mergeAll(LedgerStore.layer, AuditTrail.layer, Outbox.layer, peopleLayer)

/** Registers a changed start of the days before it matters to an import or a settlement. If this fails, the scheduler tries again. */
const dayStart = Layer.effectDiscard(
  Effect.gen(function*() {
    const { carryOut } = yield* Ledger.Ledger
    if ((yield* (yield* Clock.ShopClock).now).epochMillis < (yield* Clock.EarliestTime)) return
    yield* carryOut({ _tag: "StartDays" }, theService)
  }).pipe(Effect.catchAllCause((cause) => Effect.logDebug("day start not registered, will retry", cause)))
)

/**
 * The stack of one shop without its edges: tests and the simulation start here.
 * Layers start from the bottom up and stop from the top down, so that callers stop before the services they call.
 */
export const layer = Health.layer.pipe(
  Layer.provideMerge(Scheduler.layer),
  // The import comes before the scheduler, so that no amount is generated for an imported day.
  Layer.provideMerge(AutoImport.layer),
  Layer.provideMerge(dayStart),
  Layer.provideMerge(Layer.provideMerge(Backup.layer, Notifier.layer)),
  Layer.provideMerge(Ledger.layer),
  Layer.provideMerge(Layer.mergeAll(Events.layer, OutboxBell.layer, writeProbe, stores))
)

/** What tells a person, or a monitor, about the service. */
export const alarm = Layer.merge(
  Layer.provide(Alarm.layer, Layer.provide(alarmChannel, [Outbound.layer, BotMemory.stored])),
  Layer.provide(Heartbeat.layer, Outbound.layer)
)

/** The chat bot of the settings, without a memory. */
export const chatBot = Layer.provide(configuredBots, [chatSettings, Outbound.layer])

/** The chat bot of the settings, with its memory in the database. */
export const storedBot = Layer.provide(chatBot, BotMemory.stored)

/** The source of a day's figure. */
export const amountSource = Source.layer

const database = (process: ServingProcess) =>
  Layer.unwrapEffect(Effect.map(Environment, ({ databaseUrl }) => servedDatabase(databaseUrl, process)))

/** The configuration, and the clock in its zone. They stay where a process begins again. */
export const settings = Layer.merge(Layer.provide(Config.layer, settingsRule), Clock.layer)

/** What the stack needs from outside besides: its database, its bot, its source of amounts. */
export const edges = (process: ServingProcess) => Layer.merge(Layer.provideMerge(storedBot, database(process)), amountSource)
