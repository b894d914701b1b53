import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as AutoImport from "./AutoImport.ts"
import * as Clock from "./Clock.ts"
import * as Config from "./Config.ts"
import * as Environment from "./Config/Environment.ts"
import { Database } from "./Database.ts"
import * as Events from "./Events.ts"
import * as Health from "./Health.ts"
import * as Http from "./Http.ts"
import * as Ledger from "./Ledger.ts"
import * as AuditTrail from "./Ledger/AuditTrail.ts"
import * as LedgerStore from "./Ledger/Store.ts"
import * as Logging from "./Logging.ts"
import * as Secrets from "./Logging/Secrets.ts"
import * as Notifier from "./Notifier.ts"
import * as ChatSettings from "./Notifier/ChatSettings.ts"
import * as ConfiguredBot from "./Notifier/ConfiguredBot.ts"
import * as Outbox from "./Notifier/Outbox.ts"
import * as Scheduler from "./Scheduler.ts"
import { greet, reportFailure } from "./Startup.ts"

const logging = Layer.unwrapEffect(Effect.map(Environment.Environment, ({ logFile, logLevel, zone }) =>
  Logging.layer({ file: logFile, level: logLevel, zone, stderrIsTerminal: process.stderr.isTTY })))

const database = Layer.unwrapEffect(Effect.map(Environment.Environment, ({ databaseUrl }) => Database.layer(databaseUrl)))

const stores = Layer.mergeAll(LedgerStore.layer, AuditTrail.layer, Outbox.layer)

const chatBot = ConfiguredBot.layer.pipe(Layer.provide([ChatSettings.layer, NodeHttpClient.layer]))

// Built from the bottom to the top, closed from the top to the bottom: what asks goes before what answers.
const service = Layer.effectDiscard(greet).pipe(
  Layer.provideMerge(Http.layer),
  Layer.provideMerge(Health.layer),
  Layer.provideMerge(Scheduler.layer),
  Layer.provideMerge(AutoImport.layer),
  Layer.provideMerge(Notifier.layer),
  Layer.provideMerge(Ledger.layer),
  Layer.provideMerge(Layer.mergeAll(Events.layer, chatBot, stores)),
  Layer.provideMerge(database),
  Layer.provideMerge(Layer.mergeAll(Config.layer, Clock.layer)),
  Layer.provideMerge(logging),
  Layer.provideMerge(Layer.mergeAll(Environment.layer, Secrets.layer, NodeContext.layer))
)

NodeRuntime.runMain(Effect.tapErrorCause(Layer.launch(service), reportFailure), {
  disablePrettyLogger: true,
  disableErrorReporting: true
})
