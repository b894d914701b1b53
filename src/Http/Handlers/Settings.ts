import { DateTime, Effect, Either } from "effect"
import { createHash } from "node:crypto"
import { accessSync, constants, mkdirSync } from "node:fs"
import { basename, dirname } from "node:path"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { SettingsChange, SettingsTry } from "../../Api/Settings.ts"
import { targetsOf } from "../../Chat/ChatBot.ts"
import { testMessage } from "../../Chat/Message.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt } from "../../Codes/Fault.ts"
import { Config, SettingsWriter } from "../../Config.ts"
import { holdsCredential } from "../../Config/Credentials.ts"
import { Environment } from "../../Config/Environment.ts"
import { InvalidConfig } from "../../Config/InvalidConfig.ts"
import { parseJson } from "../../Config/JsonText.ts"
import { settings } from "../../Config/Settings.ts"
import { linesOf, membersAfter, pageKeys, shownMembers } from "../../Config/SettingsPage.ts"
import { languageOf } from "../../Config/ShopConfig.ts"
import * as DatabaseUrl from "../../Database/DatabaseUrl.ts"
import { dateOf } from "../../Domain/Calendar.ts"
import { wrong } from "../../Domain/Fault.ts"
import { actorOf } from "../../Domain/Person.ts"
import { Ledger } from "../../Ledger.ts"
import { Notifier, UnknownChat } from "../../Notifier.ts"
import { Scheduler } from "../../Scheduler.ts"
import { stillAllowed } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { unknownChat } from "./Messages.ts"
import { attemptsOf } from "./Trials.ts"

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** What counts for the keys that a page may change, if they are not set. */
const fallbacks = Object.fromEntries(
  Object.values(settings).filter(({ key }) => pageKeys.includes(key)).map((
    { key, ...setting }
  ) => [key, "fallback" in setting ? setting.fallback : null])
)

/** A fault of the file, or of a change to it. */
export const invalidConfig = ({ faults }: InvalidConfig) =>
  Errors.InvalidConfig.make(
    Errors.listing(faults.map(({ code, field, line, message, origin, params }) => ({
      code,
      params,
      message: line === undefined ? message : `${message}, on line ${line} of ${origin}`,
      field: field === "" ? origin : field
    })))
  )

const changedMeanwhile = Errors.SettingsChanged.make({
  detail: "the settings were changed meanwhile, and nothing was written: load them again"
})

/** Why backups cannot be put into a folder; undefined if they can. It is made if it is missing. */
const folderFault = (folder: string | null) =>
  Effect.sync(() => {
    if (folder === null) return undefined
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      accessSync(folder, constants.W_OK)
      return undefined
    } catch {
      return faultAt(settings.backupDir.key, wrong("folder", "a folder that the service can write", folder))
    }
  })

/** The page of settings: reading, changing and trying them (rule 1.19). */
export const settingsHandlers = Effect.gen(function*() {
  const clock = yield* ShopClock
  const config = yield* Config
  const { configFile, databaseUrl, logFile } = yield* Environment
  const ledger = yield* Ledger
  const notifier = yield* Notifier
  const scheduler = yield* Scheduler
  const writer = yield* SettingsWriter
  const oneByOne = yield* Effect.makeSemaphore(1)
  const allowed = yield* stillAllowed
  const origin = basename(configFile)

  const file = Effect.flatMap(config.text, (text) => Effect.map(parseJson(origin, text), (known) => ({ known, hash: hashOf(text) })))
  const kept = () => DatabaseUrl.isOfServer(databaseUrl) ? "server" as const : writer.refusalOf(configFile)?.why ?? null
  const view = Effect.mapBoth(file, {
    onFailure: invalidConfig,
    onSuccess: ({ hash, known }) => ({ file: origin, hash, kept: kept(), set: shownMembers(known), default: fallbacks })
  })

  /** The file after a change, and the settings that it would have. */
  const planned = Effect.fnUntraced(function*({ hash, set }: Pick<typeof SettingsChange.Type, "hash" | "set">) {
    const before = yield* file
    if (before.hash !== hash) return yield* Effect.fail(changedMeanwhile)
    const members = yield* Either.mapLeft(membersAfter(before.known, set, dirname(logFile)),
      (faults) => new InvalidConfig({ faults: faults.map((fault) => ({ origin, ...fault })) }))
    const text = `${JSON.stringify(members, null, 2)}\n`
    const read = yield* config.examine(text)
    return { config: read.config, known: before.known, members, text }
  })

  return {
    show: view,
    change: () =>
      Effect.gen(function*() {
        const asked = yield* readJson(SettingsChange)
        const requester = yield* CurrentPerson
        const { config: next, known, members, text } = yield* planned(asked)
        const keptFile = (found: string) =>
          Errors.SettingsKept.make({
            detail: `${origin} is not written by the service (${found}): add the lines and choose to read the settings again`,
            lines: linesOf(known, members)
          })
        const why = kept()
        if (why !== null) return yield* Effect.fail(keptFile(why))
        yield* allowed
        const fault = settings.backupDir.key in asked.set ? yield* folderFault(next.backupDir) : undefined
        if (fault !== undefined) return yield* new InvalidConfig({ faults: [{ origin, ...fault }] })
        yield* Effect.mapError(writer.replace(configFile, text, holdsCredential(members)), ({ found }) => keptFile(found))
        const { changedKeys } = yield* scheduler.reloadCutoff
        yield* Effect.annotateLogs(Effect.logInfo("settings changed by a person"), {
          keys: changedKeys.join(" "),
          by: actorOf(requester, asked.actor)
        })
        return { ok: true as const, changed: changedKeys, settings: yield* view }
      }).pipe(Effect.catchTag("InvalidConfig", (refused) => Effect.fail(invalidConfig(refused))), oneByOne.withPermits(1)),
    attempt: () =>
      Effect.gen(function*() {
        const asked = yield* readJson(SettingsTry)
        const requester = yield* CurrentPerson
        const { config: tried } = yield* planned(asked)
        const now = yield* clock.now
        const targets = targetsOf(tried, DateTime.setZone(now, clock.zone))
        const target = targets.find(({ name }) => name === asked.chat)
        if (target === undefined) {
          return yield* unknownChat(new UnknownChat({ found: asked.chat, names: targets.map(({ name }) => name) }))
        }
        const date = dateOf(now, ledger.calendar())
        const stored = (yield* ledger.book).byDate.get(date)
        const actor = actorOf(requester, undefined)
        const message = testMessage({ date, cents: undefined, reason: undefined, actor }, stored, languageOf(tried))
        yield* allowed
        return { ok: true as const, attempts: yield* attemptsOf(notifier.testPush(message, target)) }
      }).pipe(Effect.catchTag("InvalidConfig", (refused) => Effect.fail(invalidConfig(refused))))
  }
})
