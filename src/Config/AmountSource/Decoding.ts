import { Either, Schema } from "effect"
import { type Fault, faultAt } from "../../Codes/Fault.ts"
import { faultsOf } from "../../Domain/Fault.ts"

export const decoded = <A, I>(schema: Schema.Schema<A, I>, value: unknown): Either.Either<A, ReadonlyArray<Fault>> =>
  Either.mapLeft(Schema.decodeUnknownEither(schema)(value, { errors: "all" }), faultsOf)

/** The faults that exist, each with its field. */
export const refuse = (faults: ReadonlyArray<readonly [string, Fault | undefined]>): ReadonlyArray<Fault> =>
  faults.flatMap(([field, about]) => about === undefined ? [] : [faultAt(field, about)])

export const unlessFaults = <A>(faults: ReadonlyArray<Fault>, value: A): Either.Either<A, ReadonlyArray<Fault>> =>
  faults.length > 0 ? Either.left(faults) : Either.right(value)

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
