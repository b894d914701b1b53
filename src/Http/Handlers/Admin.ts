import { HttpApiBuilder, HttpServerRequest } from "@effect/platform"
import { DateTime, Effect, Either, Option } from "effect"
import { Api } from "../../Api.ts"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { Resend } from "../../Api/Notification.ts"
import { SourceTry } from "../../Api/SourceTry.ts"
import { TestPush } from "../../Api/TestPush.ts"
import { testMessage } from "../../Chat/Message/TestMessage.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt, saying } from "../../Codes/Fault.ts"
import { runInSlices } from "../../Concurrency/EventLoop.ts"
import { Config } from "../../Config.ts"
import { ProcessSettings } from "../../Config/Environment.ts"
import { languageOf, moneyOf } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { askedDay } from "../../Domain/AskedDay.ts"
import { untimed } from "../../Domain/Attempt.ts"
import { formatHead } from "../../Domain/Audit.ts"
import { dateOf, formatCutoff } from "../../Domain/Calendar.ts"
import { complaint, expectedGot, shown } from "../../Domain/Expectation.ts"
import { messagesOf, overwritten, planImport, summarize, sumOf } from "../../Domain/ImportPlan.ts"
import { addDays } from "../../Domain/LocalDate.ts"
import { actorOf } from "../../Domain/Person.ts"
import type { DateInFuture } from "../../Domain/Refusal.ts"
import { type CsvFaults, readCsvInParts } from "../../Import/Csv.ts"
import { largestBytes } from "../../Import/LargestFile.ts"
import { plannedView } from "../../Import/PlannedView.ts"
import { skippedView } from "../../Import/SkippedRow.ts"
import { Ledger } from "../../Ledger.ts"
import { AuditTrail } from "../../Ledger/AuditTrail.ts"
import { LogTail } from "../../Logging.ts"
import { Notifier, type UnknownChat } from "../../Notifier.ts"
import { emptyLine } from "../../Outbox.ts"
import { People } from "../../People.ts"
import { Rights } from "../../People/Rights.ts"
import { Replicas } from "../../Replicas.ts"
import { Scheduler } from "../../Scheduler.ts"
import { AmountSource } from "../../Source.ts"
import { lostRight } from "../Access/Gate.ts"
import { readBytes, readJson } from "../Body.ts"
import { asking, changedMeanwhile, dateInFuture, dayCommandHandlers } from "./DayCommands.ts"
import { goalHandlers } from "./Goals.ts"
import { changedTo, notificationView } from "./NotificationView.ts"
import { setupView } from "./SetupView.ts"

const maxPreviewRows = 1000

const csvError = (faults: CsvFaults) => {
  switch (faults._tag) {
    case "InvalidRows":
      return Errors.InvalidRows.make({ detail: faults.message, errors: faults.errors, total: faults.total, columns: faults.columns })
    case "EmptyCsv":
      return Errors.EmptyCsv.make({ detail: faults.message })
    case "UndecodableText":
      return Errors.InvalidRows.make({
        detail: faults.message,
        errors: [{ line: 1, field: "row", value: "", code: faults.code, params: faults.params, message: faults.message }],
        total: 1,
        columns: []
      })
  }
}

/** The charset in `text/csv; charset=…`. Refuses a body that is not CSV. */
const csvCharset = (contentType: string | undefined): Effect.Effect<string | undefined, typeof Errors.UnsupportedMediaType.Type> => {
  const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim())
  if (type.toLowerCase() !== "text/csv") {
    return Effect.fail(Errors.UnsupportedMediaType.make({ detail: `content-type: ${expectedGot("text/csv", contentType)}` }))
  }
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))
  return Effect.succeed(charset?.slice("charset=".length).replace(/^"(.*)"$/, "$1"))
}

const notYet = ({ date, today }: DateInFuture) => dateInFuture(date, today)

const noUnsentMessage = (id: number) =>
  Effect.fail(Errors.notFound(faultAt("id", saying("unsent_message", `expected a message that is waiting or failed, got ${id}`, { id }))))

const unknownChat = ({ found, names }: UnknownChat) =>
  Effect.fail(Errors.InvalidRequest.make(Errors.listing([
    faultAt("chat", complaint("known_chat", `a chat of the settings: ${names.map(shown).join(" ")}`, found, { names: names.join(" ") }))
  ])))

export const layer = HttpApiBuilder.group(Api, "admin", (handlers) =>
  Effect.gen(function*() {
    const clock = yield* ShopClock
    const { adminToken } = yield* ProcessSettings
    const config = yield* Config
    const people = yield* People
    const ledger = yield* Ledger
    const audit = yield* AuditTrail
    const notifier = yield* Notifier
    const scheduler = yield* Scheduler
    const source = yield* AmountSource
    const log = yield* LogTail
    const { stillMay } = yield* Rights
    const { own: replica } = yield* Replicas
    const money = (cents: number): string => moneyOf(config.snapshot())(cents)
    const days = dayCommandHandlers(ledger, clock.zone, money)
    const today = Effect.map(clock.now, (now: DateTime.Zoned) => dateOf(now, ledger.calendar()))
    const goals = goalHandlers(ledger, config, clock)

    const stillAllowed = Effect.flatMap(CurrentPerson, (requester) => Effect.catchTag(stillMay(requester), "RightLost", lostRight))

    return handlers
      .handleRaw("correct", days.correct)
      .handleRaw("withdraw", days.withdraw)
      .handleRaw("markDay", days.markDay)
      .handleRaw("undo", days.undo)
      .handleRaw("testPush", () =>
        Effect.gen(function*() {
          const asked = yield* readJson(TestPush)
          const requester = yield* CurrentPerson
          const actor = actorOf(requester, undefined)
          const last = yield* today
          const date = yield* Either.mapLeft(askedDay(asked.date, last), notYet)
          const stored = (yield* ledger.book).byDate.get(date)
          const language = languageOf(yield* config.current)
          const message = testMessage({ date, cents: asked.amount, reason: asked.reason, actor }, stored, language)
          const { cents, reason } = message
          yield* stillAllowed
          const attempts = yield* Effect.catchTags(notifier.testPush(message, asked.chat), {
            PushFailed: (failed) => Effect.fail(Errors.PushFailed.make({ detail: failed.message, attempts: failed.attempts.map(untimed) })),
            UnknownChat: unknownChat
          })
          return { ok: true as const, pushed: { date, amount: toYuan(cents), reason }, attempts: attempts.map(untimed) }
        }))
      .handleRaw("trySource", () =>
        Effect.gen(function*() {
          const asked = yield* readJson(SourceTry)
          const last = yield* today
          const date = yield* Either.mapLeft(askedDay(asked.date, last, addDays(last, -1)), notYet)
          yield* stillAllowed
          const request = yield* source.describe(date, ledger.calendar())
          const { amountCents, items, sha256 } = yield* Effect.mapError(source.ask(date, ledger.calendar()),
            ({ code, message, params }) => Errors.SourceFailed.make({ detail: message, date, reason: { code, params }, request }))
          return { ok: true as const, date, amount: toYuan(amountCents), items, sha256, request }
        }))
      .handleRaw("import", ({ urlParams }) =>
        Effect.gen(function*() {
          const request = yield* HttpServerRequest.HttpServerRequest
          const contentTypeCharset = yield* csvCharset(request.headers["content-type"])
          const bytes = yield* readBytes(largestBytes)
          const columns = { date: urlParams.date_column, amount: urlParams.amount_column }
          const options = {
            contentTypeCharset,
            today: yield* today,
            book: yield* ledger.book,
            currency: (yield* config.current).currency,
            columns
          }
          const file = yield* Either.mapLeft(
            yield* runInSlices(readCsvInParts(bytes, options)),
            csvError
          )
          const skipped = file.skipped.map(skippedView)
          if (!urlParams.dry_run) {
            const command = {
              _tag: "Import",
              rows: file.days,
              sha256: null,
              since: urlParams.newest_change,
              notify: urlParams.notify
            } as const
            const summary = yield* ledger.carryOut(command, yield* asking(undefined))
            return { ok: true as const, ...summary, skipped }
          }
          const { book, newest } = yield* ledger.dated
          const plan = planImport(book, file.days)
          const notify = urlParams.notify ?? (yield* config.current).importNotify
          return {
            ok: true as const,
            ...summarize(plan),
            skipped,
            dry_run: true as const,
            newest_change: newest,
            sum: toYuan(sumOf(plan)),
            overwrites: overwritten(plan),
            notify,
            messages: messagesOf(plan, notify),
            rows: plan.slice(0, maxPreviewRows).map(plannedView)
          }
        }).pipe(Effect.catchTags({
          RightLost: lostRight,
          ChangedMeanwhile: (refused) => Effect.fail(changedMeanwhile(refused, clock.zone, money))
        })))
      .handle("goals", () => goals.list)
      .handleRaw("setGoal", ({ path }) => goals.set(path.month))
      .handle("logs", ({ urlParams }) => Effect.map(log.tail(urlParams.lines), (lines) => ({ lines, replica })))
      .handle("setup", () =>
        Effect.gen(function*() {
          const active = (yield* people.tokens).filter(({ state }) => state === "active")
          return setupView(yield* config.current, adminToken, active.length, DateTime.zoneToString(clock.zone))
        }))
      .handle("reloadCutoff", () =>
        scheduler.reloadCutoff.pipe(
          Effect.mapBoth({
            onFailure: ({ faults }) =>
              Errors.InvalidConfig.make(
                Errors.listing(faults.map(({ code, field, line, message, origin, params }) => ({
                  code,
                  params,
                  message: line === undefined ? message : `${message}, on line ${line} of ${origin}`,
                  field: field === "" ? origin : field
                })))
              ),
            onSuccess: ({ changedKeys, current, previous, unknownKeys }) => ({
              ok: true as const,
              cutoff_time: formatCutoff(current.cutoff),
              previous_cutoff_time: formatCutoff(previous.cutoff),
              changed: changedKeys,
              unknown: unknownKeys
            })
          }),
          // A reload stores no change, so the right is checked again immediately before it.
          (reloaded) => Effect.zipRight(stillAllowed, reloaded)
        ))
      .handle("notifications", ({ urlParams }) =>
        Effect.gen(function*() {
          const items = yield* notifier.list(urlParams)
          const status = yield* notifier.status
          const { accepted, delivered, failed, pending } = urlParams.chat === undefined
            ? status
            : status.chats.get(urlParams.chat) ?? emptyLine
          const book = yield* ledger.book
          return {
            items: items.map((entry) => notificationView(entry, book, clock.zone)),
            next: items.length < urlParams.limit ? null : items.at(-1)?.id ?? null,
            counts: { pending, delivered, accepted, failed }
          }
        }))
      .handleRaw("resend", ({ path }) =>
        Effect.gen(function*() {
          const { chat } = yield* readJson(Resend)
          const requester = yield* CurrentPerson
          const found = yield* Effect.catchTags(
            notifier.resend(path.id, { permit: stillMay(requester), chat, by: actorOf(requester, undefined) }),
            {
              RightLost: lostRight,
              UnknownChat: unknownChat
            }
          )
          if (Option.isSome(found)) return { ok: true as const, changed_to: changedTo(found.value, yield* ledger.book) }
          return yield* noUnsentMessage(path.id)
        }))
      .handle("dropMessage", ({ path }) =>
        Effect.gen(function*() {
          const requester = yield* CurrentPerson
          const dropping = notifier.remove(path.id, stillMay(requester), actorOf(requester, undefined))
          const found = yield* Effect.catchTag(dropping, "RightLost", lostRight)
          return Option.isSome(found) ? { ok: true as const } : yield* noUnsentMessage(path.id)
        }))
      .handle("verifyAudit", () =>
        Effect.map(audit.examine, ({ firstBrokenId, goalMismatch, head, markMismatch, mismatch, records }) => {
          const [day = null] = [mismatch, markMismatch].flatMap((found) => found === null ? [] : [found.date]).sort()
          return {
            ok: firstBrokenId === null && day === null && goalMismatch === null,
            records,
            first_broken_id: firstBrokenId,
            first_differing_day: day,
            first_differing_goal: goalMismatch?.month ?? null,
            head: records === 0 ? null : formatHead(head)
          }
        }))
  }))
