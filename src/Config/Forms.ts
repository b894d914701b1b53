import { Either, Record, Schema } from "effect"
import { type Fault, faultAt } from "../Codes/Fault.ts"
import { Amount, type Cents } from "../Domain/Amount.ts"
import { expecting, expectingSecret, faultsOf, wrong } from "../Domain/Fault.ts"
import { defaultGoal, type Goals } from "../Domain/Goal.ts"
import { isMonth } from "../Domain/LocalDate.ts"
import type { ReportTimes } from "../Domain/ReportTimes.ts"
import type { TimeOfDay } from "../Domain/TimeOfDay.ts"

/* The forms that values of settings have. */

/** Reads a value, or returns every fault in it, each with its field within the value. */
export type Reader<A> = (value: unknown) => Either.Either<A, ReadonlyArray<Fault>>

export const reading = <A, I>(schema: Schema.Schema<A, I>): Reader<A> => {
  const decode = Schema.decodeUnknownEither(schema)
  return (value) => Either.mapLeft(decode(value, { errors: "all" }), faultsOf)
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member that may be left out and has no default. */
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** An environment variable: its form, the text that counts as set if none is, and its meaning in the documents. */
interface Variable<Field> {
  readonly field: Field
  readonly fallback?: string
  readonly means: string
  /** Its default in the documents, if it has no fallback. */
  readonly shown?: string
}

export const variable = <Form>(form: Form, fallback: string, means: string): Variable<Form> => ({ field: form, fallback, means })

export const optionalVariable = <A, I>(
  form: Schema.Schema<A, I>,
  means: string,
  shown = ""
): Variable<ReturnType<typeof optional<A, I>>> => ({
  field: optional(form),
  means,
  shown
})

/** The fields of a table of variables. */
export const fieldsOf = <Table extends Readonly<Record<string, Variable<Schema.Struct.Field>>>>(table: Table) =>
  Record.map(table, ({ field }) => field) as { readonly [Name in keyof Table]: Table[Name]["field"] }

/** Whole numbers of `what`, such as "whole minutes". */
export const whole = (min: number, max: number, what: string) =>
  Schema.Int.pipe(Schema.between(min, max)).annotations(expecting("whole_number", `${what} from ${min} to ${max}`, { min, max }))

/** The same, and null for 0, which counts as not set. */
export const wholeOrNone = (max: number, what: string) =>
  Schema.transform(whole(0, max, what), Schema.NullOr(Schema.Int), {
    strict: true,
    decode: (number) => number === 0 ? null : number,
    encode: (number) => number ?? 0
  })

/** A whole number in the text of an environment variable, in decimal digits alone. */
export const wholeFromText = (min: number, max: number, what: string) =>
  Schema.Trim.pipe(Schema.pattern(/^\d+$/), Schema.compose(Schema.NumberFromString), Schema.between(min, max))
    .annotations(expecting("whole_number", `${what} from ${min} to ${max}`, { min, max }))

export const oneOf = <const Names extends readonly [string, ...Array<string>]>(...names: Names) =>
  Schema.Literal(...names).annotations(
    expecting("one_of", `one of ${names.map((name) => `"${name}"`).join(" ")}`, { names: names.join(" ") })
  )

export const truth = Schema.Boolean.annotations(expecting("truth", "true or false"))

/** Whether a path begins as only a shell reads it: `~/shop` or `$HOME/shop` would become a folder of that name. */
export const needsShell = (path: string): boolean => /^[~$]/.test(path)

const pathOf = (expected: ReturnType<typeof expecting>) =>
  Schema.transform(
    Schema.String.pipe(Schema.filter((path) => path === path.trim() && !path.includes("\0") && !needsShell(path), expected)).annotations(
      expected
    ),
    Schema.NullOr(Schema.String),
    { strict: true, decode: (path) => path === "" ? null : path, encode: (path) => path ?? "" }
  )

/** null for an empty text. */
export const folder = pathOf(expecting("folder", "the path of a folder, without ~ or $ at its start, or an empty text for none"))

/** null for an empty text. */
export const file = pathOf(expecting("text", "the path of a file, without ~ or $ at its start, or an empty text for none"))

const Bounds = Schema.Struct({ min: Amount, max: Amount })

/** The bounds of an amount, as `[min, max]` or by name. */
export const amountRange = Schema.Union(
  Bounds,
  Schema.transform(Schema.Tuple(Amount, Amount), Schema.typeSchema(Bounds), {
    strict: true,
    decode: ([min, max]) => ({ min, max }),
    encode: ({ max, min }) => [min, max] as const
  })
).pipe(Schema.filter(({ max, min }) => min <= max))
  .annotations(expecting("amount_range", "[min, max] amounts with min <= max, such as [2800, 3600]"))

const longestAddress = 500

const addressExpected =
  `an http(s) address of at most ${longestAddress} characters without a name, a password, ? and #, such as https://shop.example, or an empty text`

/** A host with an optional port and path. The parser drops line breaks and turns `\` into `/`, so they are refused here. */
const publicShape = /^https?:\/\/[^/?#@\\\s]+(\/[^/?#\\\s]+)*\/?$/i

const isPublicUrl = (text: string): boolean =>
  text === "" || (text.length <= longestAddress && publicShape.test(text) && URL.canParse(text))

const shownFault = expecting("public_address", addressExpected)
const hiddenFault = expectingSecret("public_address", addressExpected)

const publicFault: ReturnType<typeof expecting> = {
  // The part before an @ may be a password.
  message: (issue) => (String(issue.actual).includes("@") ? hiddenFault : shownFault).message(issue)
}

/**
 * The address by which people open the pages: an origin with an optional path, as a browser writes it, without a trailing slash. Pages
 * are at `<address>/enter`. null for an empty text.
 */
export const publicUrl = Schema.transform(
  Schema.String.pipe(Schema.filter(isPublicUrl, publicFault)).annotations(publicFault),
  Schema.NullOr(Schema.String),
  { strict: true, decode: (text) => text === "" ? null : new URL(text).href.replace(/\/$/, ""), encode: (address) => address ?? "" }
)

/** `console:` prints messages to standard output instead of sending them. */
export const consoleBot = "console:"

/** Node decodes name and password of an address when it sends them, and throws if it cannot. */
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Whether requests can go to an address, or through a proxy at it. */
export const isCallable = ({ password, protocol, username }: URL): boolean =>
  /^https?:$/.test(protocol) && isDecodable(username) && isDecodable(password)

const isWebhook = (text: string): boolean =>
  text === consoleBot || (text === text.trim() && URL.canParse(text) && isCallable(new URL(text)))

const secretText = (expected: ReturnType<typeof expectingSecret>, is: (text: string) => boolean) =>
  Schema.Redacted(Schema.String.pipe(Schema.filter(is, expected)).annotations(expected)).annotations(expected)

/** The address of a chat bot, which is a credential. */
export const webhookUrl = secretText(expectingSecret("address", `"${consoleBot}" or the https address of a chat bot`), isWebhook)

export const alertUrl = secretText(expectingSecret("address", `an http(s) address, "${consoleBot}", or nothing`),
  (text) => text === "" || isWebhook(text))

/** The address of a monitor, which is a credential. */
export const monitorUrl = secretText(expectingSecret("address", "an http(s) address, or nothing"),
  (text) => text === "" || text !== consoleBot && isWebhook(text))

export const secret = secretText(expectingSecret("text", "a text"), () => true)

/** As settings write them, Monday first. */
export const weekdays: ReadonlyArray<string> = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]

const weekdaysExpected = expecting("topics", `a list of weekdays with one or more of ${weekdays.join(" ")}`, { names: weekdays.join(" ") })

/** Weekdays by name; 1 is Monday. */
export const weekdaySet = Schema.transform(
  Schema.Array(Schema.Literal(...weekdays).annotations(weekdaysExpected)).annotations(weekdaysExpected),
  Schema.ReadonlySetFromSelf(Schema.Number),
  {
    strict: true,
    decode: (names) => new Set(names.map((name) => weekdays.indexOf(name) + 1)),
    encode: (days) => [...days].map((day) => weekdays[day - 1] ?? "")
  }
)

const amountAt = (key: string, value: unknown): Either.Either<Cents, ReadonlyArray<Fault>> =>
  Either.mapLeft(reading(Amount)(value), (faults) => faults.map((fault) => ({ ...fault, field: key })))

const holidaysExpected = expecting("one_of", "auto, CN, none, or a country or region such as DE, DE-BE or US-CA", {
  names: "auto CN none DE DE-BE US-CA"
})

/** Whose holidays the shop keeps. `readConfigFile` finds out whether a region is known. */
export const holidaysOfShop = Schema.String.pipe(
  Schema.filter((text) => text === "auto" || text === "none" || /^[A-Z]{2}(?:-[A-Z0-9]{1,4}){0,2}$/.test(text), holidaysExpected)
).annotations(holidaysExpected)

/** The setting `goals` (rule 2.11). */
export const readGoals: Reader<Goals> = (value) => {
  if (!isObject(value))
    return Either.left([faultAt("", wrong("goals", "an object such as {\"2026-11\": 110000, \"default\": 100000}", value))])
  const faults: Array<Fault> = []
  const goals: Record<string, Cents> = {}
  for (const [key, written] of Object.entries(value)) {
    if (key !== defaultGoal && !isMonth(key)) faults.push(faultAt(key, wrong("goal_month", `a month YYYY-MM or "${defaultGoal}"`, key)))
    const amount = amountAt(key, written)
    if (Either.isLeft(amount)) faults.push(...amount.left)
    else goals[key] = amount.right
  }
  return faults.length > 0 ? Either.left(faults) : Either.right(goals)
}

const timeOf = (hour = "", minute = ""): TimeOfDay => ({ hour: Number(hour), minute: Number(minute) })

const clock = "([01]\\d|2[0-3]):([0-5]\\d)"
const weekly = new RegExp(`^(${weekdays.join("|")}) ${clock}$`)
const monthly = new RegExp(`^([1-9]|[12]\\d|3[01]) ${clock}$`)

const readWeekly = (value: unknown): Either.Either<ReportTimes["weekly"], Fault> => {
  if (value === undefined) return Either.right(null)
  const [match, weekday = "", hour, minute] = weekly.exec(typeof value === "string" ? value : "") ?? []
  return match === undefined
    ? Either.left(faultAt("weekly", wrong("weekly_time", "a weekday MON to SUN and a time, such as \"MON 09:00\"", value)))
    : Either.right({ weekday: weekdays.indexOf(weekday) + 1, time: timeOf(hour, minute) })
}

const readMonthly = (value: unknown): Either.Either<ReportTimes["monthly"], Fault> => {
  if (value === undefined) return Either.right(null)
  const [match, day, hour, minute] = monthly.exec(typeof value === "string" ? value : "") ?? []
  return match === undefined
    ? Either.left(faultAt("monthly", wrong("monthly_time", "a day 1 to 31 and a time, such as \"1 09:00\"", value)))
    : Either.right({ day: Number(day), time: timeOf(hour, minute) })
}

const faultIn = (read: Either.Either<unknown, Fault>): ReadonlyArray<Fault> => Either.isLeft(read) ? [read.left] : []

const reportNames = ["weekly", "monthly"]

/** The setting `reports`: when reports are sent. */
export const readReports: Reader<ReportTimes> = (value) => {
  if (!isObject(value)) {
    return Either.left([faultAt("", wrong("json_object", "a JSON object such as {\"weekly\":\"MON 09:00\"}", value))])
  }
  const [week, month] = [readWeekly(value["weekly"]), readMonthly(value["monthly"])]
  // A misspelt member would silently send nothing.
  const unknown = Object.keys(value).filter((name) => !reportNames.includes(name))
    .map((name) => wrong("one_of", `the members ${reportNames.join(" ")}`, name, { names: reportNames.join(" ") }))
  if (Either.isRight(week) && Either.isRight(month) && unknown.length === 0) {
    return Either.right({ weekly: week.right, monthly: month.right })
  }
  return Either.left([...faultIn(week), ...faultIn(month), ...unknown])
}
