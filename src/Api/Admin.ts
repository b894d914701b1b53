import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { Identified, operation } from "./Access.ts"
import { AuditVerification } from "./Audit.ts"
import { Corrected, Marked, OwnChange, Undone, Withdrawn } from "./Day.ts"
import { Correction, DayMark, expectedInQuery, idempotencyKey, Undo, Withdrawal } from "./DayRequests.ts"
import * as Errors from "./Errors.ts"
import { GoalRequest, GoalSet, MonthGoals } from "./Goals.ts"
import { Imported, ImportQuery } from "./Import.ts"
import { Dropped, NotificationQuery, Notifications, RefusedResent, Resend, ResendRefused, Resent } from "./Notification.ts"
import { SettingsChange, SettingsStored, SettingsTried, SettingsTry, ShopSettings } from "./Settings.ts"
import { Setup } from "./Setup.ts"
import { Pushed, SourceTried, SourceTry, TestPush } from "./Trials.ts"
import { pathDate, pathMonth, queryText, storedDate, wholeNumber, wholeNumberOr } from "./Values.ts"

const ofMessage = Schema.Struct({
  id: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "id of the message" })
})

const onDate = Schema.Struct({ date: pathDate })

const ReloadedCutoff = Schema.Struct({
  ok: Schema.Literal(true),
  cutoff_time: Schema.String,
  previous_cutoff_time: Schema.String,
  changed: Schema.Array(Schema.String).annotations({ description: "keys of the configuration file whose value has changed" }),
  unknown: Schema.Array(Schema.String).annotations({
    description: "keys of the configuration file that are no settings, and have no effect"
  })
})

/** The refusals of a change that may be repeated. */
const ChangeRefused = Schema.Union(Errors.IdempotencyKeyReused, Errors.BodyRefused)

/** The endpoints for holders of a token. */
export const AdminGroup = HttpApiGroup.make("admin", { topLevel: true })
  .add(
    HttpApiEndpoint.put("correct", "/turnover")
      .setPayload(Correction)
      .setHeaders(idempotencyKey)
      .addSuccess(Corrected)
      .addError(Errors.ChangedMeanwhile)
      .addError(Errors.DateInFuture)
      .addError(ChangeRefused)
      .addError(Errors.TooManyChanges)
      .annotateContext(
        operation("entry", "Enter, correct or confirm a day",
          "Sets the amount of a date, makes it final, writes an audit record and sends a message to the chat.")
      )
  )
  .add(
    HttpApiEndpoint.del("withdraw", "/turnover/:date")
      .setPath(Schema.Struct({ date: storedDate }))
      .setUrlParams(Schema.Struct({
        reason: Schema.optionalWith(queryText(200, "the reason, if the body has none"), { exact: true }),
        actor: Schema.optionalWith(queryText(64, "the actor, if the body has none"), { exact: true }),
        ...expectedInQuery
      }).annotations({ parseOptions: { errors: "all" } }))
      .setPayload(Withdrawal)
      .setHeaders(idempotencyKey)
      .addSuccess(Withdrawn)
      .addError(Errors.ChangedMeanwhile)
      .addError(Errors.NotFound)
      .addError(ChangeRefused)
      .annotateContext(
        operation("manager", "Withdraw a day's figure",
          "The day then has no record; the audit keeps the entry and the withdrawal, and the group gets a message. A reason is required.")
      )
  )
  .add(
    HttpApiEndpoint.put("markDay", "/days/:date")
      .setPath(onDate)
      .setPayload(DayMark)
      .setHeaders(idempotencyKey)
      .addSuccess(Marked)
      .addError(Errors.ChangedMeanwhile)
      .addError(Errors.TooManyChanges)
      .addError(Errors.DateInFuture)
      .addError(Errors.DayHasFigure)
      .addError(ChangeRefused)
      .annotateContext(
        operation("entry", "Mark a day closed, or note something about it",
          "Up to 366 days ahead. No amount is generated for a closed day, and it is not missing. A figure for it opens it again.")
      )
  )
  .add(
    HttpApiEndpoint.get("ownChange", "/changes/own")
      .addSuccess(OwnChange)
      .annotateContext(
        operation("entry", "What the requester can still undo",
          "The newest change that the same token has made within 10 minutes, unless its day was changed since.")
      )
  )
  .add(
    HttpApiEndpoint.post("undo", "/changes/:id/undo")
      .setPath(Schema.Struct({ id: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: "id of the change's audit record" }) }))
      .setPayload(Undo)
      .setHeaders(idempotencyKey)
      .addSuccess(Undone)
      .addError(Errors.NotFound)
      .addError(Errors.ChangedMeanwhile)
      .addError(Errors.CutoffPassed)
      .addError(ChangeRefused)
      .addError(Errors.TooManyChanges)
      .annotateContext(
        operation("entry", "Undo the newest change of a day",
          "Restores the earlier amount, source, mark and note, and whether the day was final. The role entry may undo changes of its own token, within 10 minutes.")
      )
  )
  .add(
    HttpApiEndpoint.post("testPush", "/test_push")
      .setPayload(TestPush)
      .addSuccess(Pushed)
      .addError(Errors.DateInFuture)
      .addError(Errors.BodyRefused)
      .addError(Errors.PushFailed)
      .annotateContext(
        operation("manager", "Send a test message",
          "Tries a card, then a rich post, then text, until one is delivered; 10 seconds at most. Nothing is stored.")
      )
  )
  .add(
    HttpApiEndpoint.post("trySource", "/source/try")
      .setPayload(SourceTry)
      .addSuccess(SourceTried)
      .addError(Errors.DateInFuture)
      .addError(Errors.BodyRefused)
      .addError(Errors.SourceFailed)
      .annotateContext(
        operation("manager", "Ask the source for a day's figure",
          "What amount_source answers for a day, yesterday by default; 120 seconds at most. Nothing is stored.")
      )
  )
  .add(
    HttpApiEndpoint.post("import", "/import")
      .setPayload(HttpApiSchema.Text({ contentType: "text/csv" }).annotations({ examples: ["date,amount\r\n2025-12-09,3629.76\r\n"] }))
      .setUrlParams(ImportQuery)
      .addSuccess(Imported)
      .addError(Errors.ChangedMeanwhile)
      .addError(Errors.InvalidRows)
      .addError(Errors.Questions)
      .addError(Errors.EmptyCsv)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("manager", "Import days from CSV",
          "Two columns, date,amount, or a table of up to 64 KiB as the shop has it: what it does not settle is 422 questions, answered by parameters of the same name. UTF-8, GB18030, UTF-16 or the charset named in Content-Type. All rows or none.")
      )
  )
  .add(
    HttpApiEndpoint.get("goals", "/goals")
      .addSuccess(MonthGoals)
      .annotateContext(
        operation("manager", "The goals of the months", "Of this month and those to come, with where each goal comes from.")
      )
  )
  .add(
    HttpApiEndpoint.put("setGoal", "/goals/:month")
      .setPath(Schema.Struct({ month: pathMonth }))
      .setPayload(GoalRequest)
      .addSuccess(GoalSet)
      .addError(Errors.DateInFuture)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("manager", "Set the goal of a month, or clear it",
          "Up to 24 months ahead. It takes precedence over `goals` of config.json and is audited. The same amount again changes nothing.")
      )
  )
  .add(
    HttpApiEndpoint.get("logs", "/logs")
      .setUrlParams(Schema.Struct({ lines: wholeNumberOr(200, { min: 1, max: 5000, description: "how many of the last lines" }) }))
      .addSuccess(Schema.Struct({
        lines: Schema.Array(Schema.String)
      }))
      .addError(Errors.Unavailable)
      .annotateContext(
        operation("admin", "The last lines of the application log, newest last",
          "One JSON object a line; pushes with their status and an excerpt of the reply.")
      )
  )
  .add(
    HttpApiEndpoint.get("setup", "/setup")
      .addSuccess(Setup)
      .annotateContext(
        operation("admin", "What is set, and what a new shop still has to decide on",
          "By the settings in effect. No address and no secret is shown.")
      )
  )
  .add(
    HttpApiEndpoint.post("reloadCutoff", "/reload_cutoff")
      .addSuccess(ReloadedCutoff)
      .addError(Errors.InvalidConfig)
      .annotateContext(
        operation("admin", "Read the configuration file again",
          "All settings take effect, or none. The daily settlement is scheduled again, and one check runs at once.")
      )
  )
  .add(
    HttpApiEndpoint.get("settings", "/settings")
      .addSuccess(ShopSettings)
      .addError(Errors.InvalidConfig)
      .annotateContext(
        operation("admin", "The settings of the configuration file", "As the file has them now, without credentials.")
      )
  )
  .add(
    HttpApiEndpoint.put("changeSettings", "/settings")
      .setPayload(SettingsChange)
      .addSuccess(SettingsStored)
      .addError(Errors.SettingsChanged)
      .addError(Errors.SettingsKept)
      .addError(Errors.InvalidConfig)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("admin", "Change settings",
          "All of them, or none: the file is replaced whole, and read again. An address that changes its host loses its secret unless the request has it.")
      )
  )
  .add(
    HttpApiEndpoint.post("trySettings", "/settings/try")
      .setPayload(SettingsTry)
      .addSuccess(SettingsTried)
      .addError(Errors.SettingsChanged)
      .addError(Errors.InvalidConfig)
      .addError(Errors.BodyRefused)
      .addError(Errors.PushFailed)
      .annotateContext(
        operation("admin", "Send a test message with settings that are not stored",
          "To one chat of them; 10 seconds at most. Nothing is stored.")
      )
  )
  .add(
    HttpApiEndpoint.get("notifications", "/notifications")
      .setUrlParams(NotificationQuery)
      .addSuccess(Notifications)
      .addError(Errors.Unavailable)
      .annotateContext(
        operation("manager", "Messages to the chat, newest first, with every attempt",
          "What was sent, what is waiting, and what failed and why. Each chat gets its own copy of a message.")
      )
  )
  .add(
    HttpApiEndpoint.post("resend", "/notifications/:id/resend")
      .setPath(ofMessage)
      .setPayload(Resend)
      .addSuccess(Resent)
      .addError(Errors.NotFound)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("manager", "Send a message again",
          "Tries the card first again; earlier attempts are kept. If the day's figure has changed since the message, the response and the message say what it is now. If the body names a chat, that chat gets the message instead.")
      )
  )
  .add(
    HttpApiEndpoint.post("resendRefused", "/notifications/resend")
      .setPayload(ResendRefused)
      .addSuccess(RefusedResent)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("manager", "Send the messages that a chat refused again, or give them up",
          "`all` sends every failed message of the chat again, `daily` the newest daily message of each day, `none` nothing. The others are dropped with their attempts.")
      )
  )
  .add(
    HttpApiEndpoint.del("dropMessage", "/notifications/:id")
      .setPath(ofMessage)
      .addSuccess(Dropped)
      .addError(Errors.NotFound)
      .annotateContext(
        operation("manager", "Drop a message that is waiting or failed",
          "The message is not sent, and its attempts are deleted. The log names the person who dropped it.")
      )
  )
  .add(
    HttpApiEndpoint.get("verifyAudit", "/audit/verify")
      .addSuccess(AuditVerification)
      .annotateContext(
        operation("manager", "Whether the audit chain holds",
          "Recomputes every hash, and compares every day and goal with its newest record. If the newest records were removed, or a record and all later ones were rewritten, only a head that was kept elsewhere shows it.")
      )
  )
  .addError(Errors.InvalidRequest)
  .addError(Errors.Internal)
  .middleware(Identified)
  .prefix("/api/admin")
