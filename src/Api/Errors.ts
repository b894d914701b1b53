import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { FaultCode } from "../Codes/Fault.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { Role } from "../Domain/Person.ts"
import { Standing } from "./Day.ts"
import type * as Declared from "./Errors.ts"
import { sourceReason } from "./Trials.ts"
import { Attempt } from "./Values.ts"

const always = <const Value extends string | number | boolean>(value: Value) =>
  Schema.Literal(value).pipe(Schema.propertySignature, Schema.withConstructorDefault(() => value))

const notOk = always(false)
const detail = Schema.String.annotations({ description: "one sentence: what was found, what is expected" })
const titleOf = Schema.propertySignature(Schema.String)

/** The table of all HTTP errors, one definition for each code. Every body is a superset of RFC 9457 (rule 3.1). */
const define = <const Code extends string, const Status extends number, Extra extends Schema.Struct.Fields>(
  error: Code,
  status: Status,
  title: string,
  when: string,
  extra: Extra
) => {
  return Schema.Struct({
    ok: notOk,
    error: always(error),
    status: always(status),
    title: Schema.withConstructorDefault(titleOf, () => title),
    detail,
    ...extra
  }).annotations(HttpApiSchema.annotations({ status, description: when, identifier: error }))
}

/** What is wrong, as a code for programs and for pages that have their own sentences. */
const complaint = {
  code: FaultCode.annotations({ description: "stable name of what is wrong" }),
  params: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }).annotations({
    description: "what the message names: bounds, what was found"
  })
}

/** One thing that is wrong with a request. */
const FieldFault = Schema.Struct({ field: Schema.String, ...complaint, message: Schema.String })

const faults = { errors: Schema.Array(FieldFault) }

/** A row of an imported file that cannot be accepted. */
const RowFault = Schema.Struct({
  line: Schema.Int.annotations({ description: "line of the file at which the row starts, counted from 1" }),
  field: Schema.Literal("date", "amount", "row"),
  value: Schema.String,
  ...complaint,
  message: Schema.String
})

/** A column of an imported file. */
const ImportColumn = Schema.Struct({
  column: Schema.String.annotations({ description: "the value that chooses this column: its name, or its position from 1" }),
  name: Schema.String.annotations({ description: "its name in the header; empty where there is none" }),
  example: Schema.String.annotations({ description: "its first value" })
})

export const InvalidRequest = define("invalid_request", 400, "Bad request", "The request does not match the declared schema.", faults)
export const Unauthorized = define("unauthorized", 401, "Unauthorized", "The token or the session is missing or wrong.", {})
export const AdminDisabled = define("admin_disabled", 403, "Forbidden", "ADMIN_TOKEN is not set: the admin endpoints are closed.", {})
export const Forbidden = define("forbidden", 403, "Forbidden", "The role is not enough.", {
  role: Role.annotations({ description: "the role that is needed" })
})
export const CrossSite = define("cross_site", 403, "Forbidden", "A change with a cookie came from another site.", {})
export const NotFound = define("not_found", 404, "Not found", "There is nothing at this address.", faults)
export const MethodNotAllowed = define("method_not_allowed", 405, "Method not allowed", "The path exists, but not with this method.", {})
export const RequestTimeout = define("request_timeout", 408, "Request timeout", "The whole request did not arrive in time.", {})
export const TooLarge = define("too_large", 413, "Content too large", "The body is larger than 64 KiB of JSON or 5 MiB of CSV.", {})
export const UnsupportedMediaType = define("unsupported_media_type", 415, "Unsupported media type",
  "The endpoint does not accept a body of this type.", {})
/** The errors of every endpoint that reads a body. */
export const BodyRefused = Schema.Union(TooLarge, UnsupportedMediaType)
export const MisdirectedRequest = define("misdirected_request", 421, "Misdirected request",
  "ALLOWED_HOSTS is set and does not name the requested host.", {})
export const DayHasFigure = define("day_has_figure", 409, "Day has a figure", "The day has a record: withdraw it first.", faults)
export const SetupClosed = define("setup_closed", 409, "Set-up closed", "The shop is set up already, or its set-up is off.", {})
export const NotWritten = define("not_written", 409, "Not written",
  "A file of settings cannot be replaced. What was written before it stays.", {
  file: Schema.String,
  lines: Schema.Array(Schema.String).annotations({ description: "what to add to the file by hand; the password is left out" })
})
export const ChangedMeanwhile = define("changed_meanwhile", 409, "Changed meanwhile",
  "The day has another figure than the request expects; nothing was stored.", {
  date: LocalDate,
  current: Standing.annotations({ description: "the day now" })
})
export const SettingsChanged = define("changed_meanwhile", 409, "Changed meanwhile",
  "The configuration file is no longer the one that the request knows; nothing was written.", {}).annotations({
    identifier: "settings_changed_meanwhile"
  })
export const SettingsKept = define("settings_kept", 409, "Settings kept",
  "The service does not write this configuration file; `lines` are what to add to it.", {
  lines: Schema.Array(Schema.String).annotations({ description: "without credentials" })
})
export const AlreadyFinal = define("already_final", 409, "Already final", "The day has a figure, and a till cannot change it.", {
  date: LocalDate,
  current: Standing.annotations({ description: "the day now" })
})
export const DayClosed = define("closed", 409, "Shop closed", "The day is marked closed, so a till sets no figure.", {})
export const NotOpen = define("not_open", 409, "Day not open", "The day is neither today nor one that awaits its figure.", {})
export const CutoffPassed = define("cutoff_passed", 409, "Cutoff passed",
  "The day's cutoff is past, and the undo would leave it without a figure: the role entry cannot do that.", {})
export const NameTaken = define("name_taken", 409, "Name taken", "Another active token has the name, or one that looks like it.", faults)
export const InvitationEnded = define("invitation_ended", 410, "Invitation ended", "The code was used, has expired or was revoked.", {})
export const IdempotencyKeyReused = define("idempotency_key_reused", 422, "Idempotency key reused",
  "The key was sent before with another request.", faults)
export const DateInFuture = define("date_in_future", 422, "Date in the future",
  "The date has not come yet in the shop's zone, and has no record.", faults)
export const InvalidRows = define("invalid_rows", 422, "Invalid rows", "At least one row cannot be accepted; nothing was written.", {
  errors: Schema.Array(RowFault).annotations({ description: "the first 100 faults" }),
  total: Schema.Int.annotations({ description: "how many faults there are" }),
  columns: Schema.Array(ImportColumn).annotations({
    description: "columns to choose from with `date_column` and `amount_column`; given where the first two may be the wrong ones"
  })
})
const Answer = Schema.Struct({ value: Schema.String, evidence: Schema.String })
export const Questions = define("questions", 422, "Open questions",
  "The file does not settle how it is meant; nothing was written. Each question is answered by the parameter with the name of its code.", {
  questions: Schema.Array(Schema.Struct({
    code: Schema.String.annotations({ description: "the parameter that answers it" }),
    evidence: Schema.String,
    options: Schema.Array(Answer),
    proposed: Schema.NullOr(Schema.Array(Schema.String)).annotations({
      description: "the likeliest answers; null where nothing speaks for one"
    })
  })),
  errors: Schema.Array(RowFault).annotations({ description: "the first 100 faults under the proposals" }),
  total: Schema.Int.annotations({ description: "how many faults there are" }),
  columns: Schema.Array(ImportColumn).annotations({ description: "the columns of the file, as in invalid_rows" })
})
export const EmptyCsv = define("empty_csv", 422, "Empty CSV", "The file has no row to import.", {})
export const InvalidConfig = define("invalid_config", 422, "Invalid configuration",
  "The configuration file has faults; the old settings stay.", faults)
export const TooManyAttempts = define("too_many_attempts", 429, "Too many attempts",
  "More than 10 wrong tokens, or more than 10 screens that ask to sign in, in one minute from one address.", {})
export const TooManyChanges = define("too_many_changes", 429, "Too many changes",
  "A token of the role entry has made 30 changes within 10 minutes.", {})
export const HeadersTooLarge = define("headers_too_large", 431, "Headers too large", "The headers are too large or too many.", {})
export const Internal = define("internal", 500, "Internal error", "An unexpected error; the id is in the log.", {
  id: Schema.String
})
export const Unavailable = define("unavailable", 503, "Unavailable",
  "The service is starting or stopping, it was paused while the request waited, its database does not answer, its clock differs from the database server's, or too many long responses are under way.",
  {})
export const TooManyStreams = define("too_many_streams", 503, "Too many streams", "Too many event streams are open.", {})
export const PushFailed = define("push_failed", 502, "Push failed", "The bot accepted none of its message formats.", {
  attempts: Schema.Array(Attempt)
})
export const SourceFailed = define("source_failed", 502, "Source failed", "The source has no figure for the day.", sourceReason)

type All = typeof Declared[keyof typeof Declared]

/** The body of any error in this file. */
export type ErrorBody = Extract<All, { readonly Type: { readonly error: string } }>["Type"]

/** `amount: expected …; date: expected …` */
const sentences = (errors: ReadonlyArray<typeof FieldFault.Type>): string =>
  errors.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ")

/** The members of an error that lists faults. */
export const listing = (errors: ReadonlyArray<typeof FieldFault.Type>) => ({ detail: sentences(errors), errors })

export const invalidRequest = (errors: ReadonlyArray<typeof FieldFault.Type>) => InvalidRequest.make(listing(errors))

/** `NotFound` for a thing that the request names but that does not exist. */
export const notFound = (fault: typeof FieldFault.Type) => NotFound.make(listing([fault]))
