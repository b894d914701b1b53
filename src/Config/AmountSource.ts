import { Either } from "effect"
import { type Fault, faultAt, missing } from "../Codes/Fault.ts"
import { wrong } from "../Domain/Fault.ts"
import type { WithoutFigure } from "../Domain/Settlement.ts"
import { commandMembers, type CommandSource, readCommand } from "./AmountSource/Command.ts"
import { isObject } from "./AmountSource/Decoding.ts"

/** Where a day's amount comes from. */
export type AmountSource = { readonly kind: "range" } | NoSource | CommandSource

/** Nobody is asked. `gone`: the settings name a kind that earlier versions asked; the day waits, and every place that shows it says why. */
export interface NoSource {
  readonly kind: "none"
  readonly gone?: GoneKind
}

const goneKinds = ["http", "csv", "sql"] as const
export type GoneKind = (typeof goneKinds)[number]

export const isAsked = (source: AmountSource): source is CommandSource => source.kind === "command"

/** How long a source is asked after the cutoff before it counts as unanswered; 0 for a source that is not asked. */
export const patienceMinutes = (source: AmountSource): number => isAsked(source) ? source.patienceMinutes : 0

/** What a day without a figure gets at its cutoff, or once its source has not answered in time (rules 5.17 and 5.20). */
export const withoutFigure = (source: AmountSource): WithoutFigure =>
  isAsked(source) ? source.withoutFigure : source.kind === "range" ? "generate" : "wait"

/** The kind that the settings name although it is not asked any longer; undefined if there is none. */
export const goneKind = (source: AmountSource): GoneKind | undefined => source.kind === "none" ? source.gone : undefined

/** The source of settings without `amount_source`. */
export const defaultSource: AmountSource = { kind: "range" }

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

/** The source, and the unknown members of its setting; or every fault, each with its field within `amount_source`. */
export const readAmountSource = (
  value: unknown
): Either.Either<{ readonly source: AmountSource; readonly unknown: ReadonlyArray<string> }, ReadonlyArray<Fault>> => {
  if (!isObject(value)) return Either.left([faultAt("", wrong("json_object", "a JSON object such as {\"kind\":\"none\"}", value))])
  const gone = goneKinds.find((name) => name === value["kind"])
  if (gone !== undefined) return Either.right({ source: { kind: "none", gone }, unknown: [] })
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
