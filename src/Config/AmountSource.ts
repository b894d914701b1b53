import { Either, Redacted, Schema } from "effect"
import { type Fault, faultAt, missing, saying } from "../Codes/Fault.ts"
import { expecting, wrong } from "../Domain/Fault.ts"
import type { WithoutFigure } from "../Domain/Settlement.ts"
import { secretsOfAddress } from "../Logging/AddressSecrets.ts"
import { isObject, oneOf, type Reader, reading, whole } from "./Forms.ts"

/** Where a day's amount comes from. */
export type AmountSource = { readonly kind: "range" | "none" } | CommandSource

/** A program that prints a day's figure. */
export interface CommandSource {
  readonly kind: "command"
  /** The program and its arguments. */
  readonly run: readonly [program: string, ...args: ReadonlyArray<string>]
  /** The names of the further variables that the program gets. Their values are secrets. */
  readonly env: ReadonlyArray<string>
  /** How long the program is asked after the cutoff before it counts as unanswered. */
  readonly patienceMinutes: number
  readonly withoutFigure: "wait" | "generate"
  /** 0: only at the cutoff. */
  readonly askMinutes: number
  readonly timeoutSeconds: number
  /** `readConfigFile` reads it, like the values of the variables. */
  readonly place: CommandPlace
}

/** What a program gets besides its day. */
interface CommandPlace {
  /** The absolute path of `config.json`. Its folder is the program's working directory. */
  readonly configFile: string
  readonly currency: string
  readonly variables: Redacted.Redacted<Variables>
}

/** Values of environment variables. */
export type Variables = Readonly<Record<string, string>>

export const isAsked = (source: AmountSource): source is CommandSource => source.kind === "command"

/** How long a source is asked after the cutoff before it counts as unanswered; 0 for a source that is not asked. */
export const patienceMinutes = (source: AmountSource): number => isAsked(source) ? source.patienceMinutes : 0

/** What a day without a figure gets at its cutoff, or once its source has not answered in time (rules 5.17 and 5.20). */
export const withoutFigure = (source: AmountSource): WithoutFigure =>
  isAsked(source) ? source.withoutFigure : source.kind === "range" ? "generate" : "wait"

/** The value of `amount_source` that is not set. */
export const defaultSource = { kind: "range" } as const

/** What every program needs to run, to reach the network and to write texts. Everything else has to be named in `env`. */
export const passedOn: ReadonlyArray<string> = [
  "PATH",
  "HOME",
  "LANG",
  "SystemRoot",
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  "NODE_EXTRA_CA_CERTS"
]

/** The service's own credentials. A till that pushes has a token of its own. */
const keptVariables = ["ADMIN_TOKEN", "DATABASE_URL"]

const runExpected = expecting("program", "a program and its arguments, such as [\"node\", \"tills/square.mjs\"]")
const namesExpected = expecting("variable_names", "a list of names of environment variables, such as [\"SQUARE_TOKEN\"]")

const isWord = (word: string): boolean => !word.includes("\0")

const commandMembers = {
  patience_minutes: Schema.optionalWith(whole(1, 720, "whole minutes"), { exact: true, default: () => 60 }),
  without_figure: Schema.optionalWith(oneOf("wait", "generate"), { exact: true, default: () => "wait" as const }),
  ask_minutes: Schema.optionalWith(whole(0, 720, "whole minutes"), { exact: true, default: () => 0 }),
  timeout_s: Schema.optionalWith(whole(1, 120, "whole seconds"), { exact: true, default: () => 60 }),
  run: Schema.NonEmptyArray(Schema.String).pipe(Schema.filter((words) => words[0].trim() !== "" && words.every(isWord), runExpected))
    .annotations(runExpected),
  env: Schema.optionalWith(
    Schema.Array(Schema.String).pipe(Schema.filter((names) => names.every((name) => /^[A-Za-z_]\w*$/.test(name)), namesExpected))
      .annotations(namesExpected),
    { exact: true, default: () => [] }
  )
}

const withheld = (name: string): boolean => keptVariables.includes(name) || name.startsWith("TURNOVER_")

const readMembers = reading(Schema.Struct(commandMembers))

const readCommand: Reader<CommandSource> = (value) =>
  Either.flatMap(readMembers(value), ({ ask_minutes, env, patience_minutes, run, timeout_s, without_figure }) => {
    const faults = env.filter(withheld).map((name) =>
      faultAt("env", saying("withheld_variable", `expected names of variables that a program may have, got ${name}`, { name }))
    )
    return faults.length > 0 ? Either.left(faults) : Either.right({
      kind: "command",
      run,
      env,
      patienceMinutes: patience_minutes,
      withoutFigure: without_figure,
      askMinutes: ask_minutes,
      timeoutSeconds: timeout_s,
      place: { configFile: "", currency: "", variables: Redacted.make({}) }
    })
  })

const members = { range: {}, none: {}, command: commandMembers }

const kinds = Object.keys(members) as ReadonlyArray<keyof typeof members>

const read = (kind: keyof typeof members, value: object): Either.Either<AmountSource, ReadonlyArray<Fault>> => {
  switch (kind) {
    case "range":
    case "none":
      return Either.right({ kind })
    case "command":
      return readCommand(value)
  }
}

/** Whether the shop has decided where an amount comes from; without a decision, days are estimated. */
export const isDecided = (source: AmountSource): boolean => source !== defaultSource

/** The source, and the unknown members of its setting; or every fault, each with its field within `amount_source`. */
export const readAmountSource: Reader<{ readonly source: AmountSource; readonly unknown: ReadonlyArray<string> }> = (value) => {
  if (value === defaultSource) return Either.right({ source: defaultSource, unknown: [] })
  if (!isObject(value)) return Either.left([faultAt("", wrong("json_object", "a JSON object such as {\"kind\":\"none\"}", value))])
  const kind = kinds.find((name) => name === value["kind"])
  if (kind === undefined) {
    const expected = `one of ${kinds.map((name) => `"${name}"`).join(" ")}`
    return Either.left([
      faultAt("kind", value["kind"] === undefined ? missing : wrong("one_of", expected, value["kind"], { names: kinds.join(" ") }))
    ])
  }
  const known = ["kind", ...Object.keys(members[kind])]
  return Either.map(read(kind, value), (source) => ({ source, unknown: Object.keys(value).filter((key) => !known.includes(key)) }))
}

/** The variables that a program gets. */
export const namesIn = ({ env }: CommandSource): ReadonlyArray<string> => [...passedOn, ...env]

/** A value, and each of its words that is long enough to be a secret of its own. */
const withWords = (value: string): ReadonlyArray<string> => [value, ...value.split(/\s+/).filter((word) => word.length >= 8)]

/** The addresses of proxies may have a password. */
const secretsOfProxies = (variables: Variables): ReadonlyArray<string> =>
  Object.entries(variables).flatMap(([name, value]) => /^(?:https?|all)_proxy$/i.test(name) ? secretsOfAddress(value) : [])

/** What no output may show: the values of the variables that the settings name, and the credentials of proxies. */
export const secretsInSource = (source: AmountSource): ReadonlyArray<string> => {
  if (source.kind !== "command") return []
  const variables = Redacted.value(source.place.variables)
  return [...source.env.flatMap((name) => withWords(variables[name] ?? "")), ...secretsOfProxies(variables)]
}

/** What stands for the name may be the secret itself. */
export const variableNotSet = saying("variable",
  "expected the name of an environment variable that is set, got another (not shown: it may be a secret; a secret goes into a variable)")

/** The variables that the settings name and that are not set. Fields are relative to `amount_source`. */
export const faultsOfVariables = ({ env }: CommandSource, variables: Variables): ReadonlyArray<Fault> =>
  env.flatMap((name, index) => variables[name] === undefined ? [faultAt(`env[${index}]`, variableNotSet)] : [])
