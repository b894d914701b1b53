import { Either } from "effect"
import { type Fault, faultAt, missing } from "../Codes/Fault.ts"
import { complaint } from "../Domain/Expectation.ts"
import type { WithoutFigure } from "../Domain/Settlement.ts"

/** Where a day's amount comes from: it is generated within the day's range, or only people enter it. */
export type AmountSource = { readonly kind: "range" } | { readonly kind: "none" }

const kinds = ["range", "none"] as const

/** Rule 5.17. */
export const withoutFigure = ({ kind }: AmountSource): WithoutFigure => kind === "range" ? "generate" : "wait"

/** The source of settings without `amount_source`. */
export const defaultSource: AmountSource = { kind: "range" }

/** The source, and the unknown members of its setting; or every fault, each with its field within `amount_source`. */
export const readAmountSource = (
  value: unknown
): Either.Either<{ readonly source: AmountSource; readonly unknown: ReadonlyArray<string> }, ReadonlyArray<Fault>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return Either.left([faultAt("", complaint("json_object", "a JSON object such as {\"kind\":\"none\"}", value))])
  }
  const { kind, ...others } = value as Readonly<Record<string, unknown>>
  const known = kinds.find((name) => name === kind)
  return known === undefined
    ? Either.left([
      kind === undefined
        ? faultAt("kind", missing)
        : faultAt("kind", complaint("one_of", "one of \"range\" \"none\"", kind, { names: kinds.join(" ") }))
    ])
    : Either.right({ source: { kind: known }, unknown: Object.keys(others) })
}
