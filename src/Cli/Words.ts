import { Args, HelpDoc, Options, ValidationError } from "@effect/cli"
import { Effect, Option, Schema } from "effect"
import { expectedGot } from "../Domain/Fault.ts"
import { AcceptedDate, firstAccepted, LocalDate } from "../Domain/LocalDate.ts"
import { inked, isAtMost } from "../Domain/Text.ts"
import { isBlank } from "../Domain/VisibleText.ts"

const refuseOption = (name: string, expected: string, found: string) => Effect.fail(HelpDoc.p(`${name}: ${expectedGot(expected, found)}`))

const isDate = Schema.is(AcceptedDate)
const isAnyDate = Schema.is(LocalDate)

const readDate = (name: string) => (text: string): Effect.Effect<LocalDate, HelpDoc.HelpDoc> =>
  isDate(text) ? Effect.succeed(text) : refuseOption(name, `a calendar date YYYY-MM-DD from ${firstAccepted} on`, text)

const readText = (name: string, max: number) => (text: string): Effect.Effect<string, HelpDoc.HelpDoc> =>
  isAtMost(text, max) ? Effect.succeed(inked(text)) : refuseOption(name, `a text of at most ${max} characters`, text)

export const json = Options.boolean("json").pipe(Options.withDescription("Print one line of JSON, for a program"))

export const date = Args.text({ name: "DATE" }).pipe(
  Args.withDescription("A day, YYYY-MM-DD"),
  Args.mapEffect(readDate("DATE"))
)

/** A day that may be stored with any date: the clock may have been wrong. */
export const storedDate = Args.text({ name: "DATE" }).pipe(
  Args.withDescription("A day, YYYY-MM-DD"),
  Args.mapEffect((text) => isAnyDate(text) ? Effect.succeed(text) : refuseOption("DATE", "a calendar date YYYY-MM-DD", text))
)

/** The settings say how an amount is typed: `Workbench.typedAmount` reads it. */
export const amount = Args.text({ name: "AMOUNT" }).pipe(Args.withDescription("An amount with at most two decimals, such as 3629.76"))

export const file = (description: string) => Args.text({ name: "FILE" }).pipe(Args.withDescription(description))

/** An optional option, whose value is checked if it is given. */
const given = <A>(
  name: string,
  description: string,
  read: (text: string) => Effect.Effect<A, HelpDoc.HelpDoc>
): Options.Options<Option.Option<A>> =>
  Options.text(name).pipe(
    Options.withDescription(description),
    Options.optional,
    Options.mapEffect((text) =>
      Option.isNone(text)
        ? Effect.succeed(Option.none<A>())
        : Effect.mapBoth(read(text.value), { onFailure: ValidationError.invalidValue, onSuccess: Option.some })
    )
  )

export const dateOption = (name: string, description: string) => given(name, description, readDate(`--${name}`))

export const textOption = (name: string, max: number, description: string) => given(name, description, readText(`--${name}`, max))

/** A required option with a text that is not blank. */
export const neededText = (name: string, max: number, description: string): Options.Options<string> =>
  Options.text(name).pipe(
    Options.withDescription(description),
    Options.mapEffect((text) =>
      Effect.mapError(
        isBlank(text) ? refuseOption(`--${name}`, `a text of 1 to ${max} characters`, text) : readText(`--${name}`, max)(text),
        ValidationError.invalidValue
      )
    )
  )

/** The author of what no person is named for. */
export const commandLine = "command-line"

/** Who makes the change, for the audit. */
export const actor = (description: string): Options.Options<string> =>
  Options.map(textOption("actor", 64, `${description}; ${commandLine} by default`), (given) =>
    Option.getOrElse(Option.filter(given, (name) => name !== ""), () => commandLine))

export const text = (name: string, max: number, description: string) =>
  Args.text({ name }).pipe(Args.withDescription(description), Args.mapEffect(readText(name, max)))
