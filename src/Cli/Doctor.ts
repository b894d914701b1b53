import { Command, Options } from "@effect/cli"
import { Effect, Layer } from "effect"
import { ChatBot } from "../Chat/ChatBot.ts"
import { testMessage } from "../Chat/Message.ts"
import { ShopClock } from "../Clock.ts"
import { type Check, failed, passed } from "../Codes/HealthProblem.ts"
import { Config } from "../Config.ts"
import { faultLine } from "../Config/InvalidConfig.ts"
import { languageOf } from "../Config/ShopConfig.ts"
import { examine } from "../Doctor.ts"
import { checkConfiguration, inWords } from "../Doctor/Configuration.ts"
import { dateOf } from "../Domain/Calendar.ts"
import * as Outbound from "../Outbound.ts"
import { chatBot, storedBot } from "../Shop.ts"
import { lines, printing, WrongUsage } from "./Output.ts"
import { pushOnce } from "./Trials.ts"
import { commandLine, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const check = Effect.map(checkConfiguration, ({ environment, faults, file, settings, warnings }) => {
  return {
    ok: faults.length === 0,
    text: lines(
      ...faults.map(faultLine),
      ...warnings.map((warning) => `warning: ${warning}`),
      ...(settings === undefined || environment === undefined || faults.length > 0 ? [] : [
        `${file} and the environment can be used: ${inWords(settings)}, zone ${environment.zone.id}`
      ])
    ),
    json: { file, faults, warnings }
  }
})

const checkCommand = Command.make("check", { json }, ({ json }) => printing(json)(check)).pipe(
  Command.withDescription("Check config.json, the environment and .env, and report every fault at once")
)

export const configCheck = Command.make("config", {}, () => new WrongUsage({ message: "config: expected the command check" })).pipe(
  Command.withDescription("Check the configuration"),
  Command.withSubcommands([checkCommand])
)

const marks = { ok: "ok  ", warning: "warn", failed: "FAIL" }

const line = ({ advice, detail, name, status }: Check): string =>
  `${marks[status]}  ${name.padEnd(13)}  ${detail.replaceAll(/\s+/g, " ")}${advice === null ? "" : ` → ${advice}`}`

const pushTo = (chat: string, name: string) =>
  Effect.gen(function*() {
    const { now } = yield* ShopClock
    const settings = yield* (yield* Config).current
    const today = dateOf(yield* now, yield* Workbench.dayBounds)
    const message = testMessage({ date: today, cents: undefined, reason: undefined, actor: commandLine }, undefined, languageOf(settings))
    const attempts = yield* pushOnce(message, chat)
    return passed(name, `a test message was delivered as ${attempts.at(-1)?.format}`)
  }).pipe(Effect.catchTag("PushFailed", ({ message }) => Effect.succeed(failed(name, message, "fix it, then run doctor again"))))

const pushes = Effect.flatMap(Effect.flatMap(ChatBot, ({ chats }) => chats),
  (chats) => Effect.forEach(chats, ({ name }) => pushTo(name, chats.length === 1 ? "push" : `push ${name}`)))

/** Sends nothing to a bot that has asked for a pause. Without the database, no pause is known. */
const push = Effect.zipRight(Workbench.existingDatabase, Effect.provide(pushes, Layer.provideMerge(storedBot, Workbench.stored))).pipe(
  Effect.provide(Workbench.environment),
  Effect.catchAll(() => Effect.provide(pushes, Layer.provideMerge(chatBot, Workbench.settings))),
  // The line about the configuration already names the fault.
  Effect.catchTag("InvalidConfig", () => Effect.succeed([failed("push", "no message was sent", "fix the configuration")]))
)

const doctor = (isPushing: boolean) =>
  Effect.gen(function*() {
    const checks = [...yield* examine, ...(isPushing ? yield* push : [])]
    return {
      ok: checks.every(({ status }) => status !== "failed"),
      text: lines(...checks.map(line)),
      json: { checks }
    }
  })

export const command = Command.make(
  "doctor",
  { push: Options.boolean("push").pipe(Options.withDescription("Also send a test message to the chat")), json },
  ({ json, push }) => printing(json)(Effect.provide(doctor(push), Outbound.tolerantLayer))
).pipe(Command.withDescription("List the problems of health, with the configuration, the bots, the clock and the backups"))
