import { Either, Redacted, Schema } from "effect"
import { type Fault, saying } from "../../Codes/Fault.ts"
import { expecting } from "../../Domain/Fault.ts"
import { whole } from "../Members.ts"
import { type Asking, askingMembers, askingOf, type Variables } from "./AskingMembers.ts"
import { decoded, refuse, unlessFaults } from "./Decoding.ts"

/** A program that prints a day's figure. */
export interface CommandSource extends Asking {
  readonly kind: "command"
  /** The program and its arguments. */
  readonly run: readonly [program: string, ...args: ReadonlyArray<string>]
  /** The names of the further variables that the program gets. Their values are secrets. */
  readonly env: ReadonlyArray<string>
  /** `readConfigFile` reads it, like the values of the variables. */
  readonly place: CommandPlace
}

/** What a program gets besides its day. */
export interface CommandPlace {
  /** The absolute path of `config.json`. Its folder is the program's working directory. */
  readonly configFile: string
  readonly currency: string
  readonly variables: Redacted.Redacted<Variables>
}

/** What every program needs to run, to reach the network and to write texts. Everything else has to be named in `env`. */
export const passedOn: ReadonlyArray<string> = [
  "PATH",
  "HOME",
  "LANG",
  "SystemRoot",
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  "NODE_EXTRA_CA_CERTS"
]

/** The service's own credentials. A till that pushes has a token of its own. */
const kept = ["ADMIN_TOKEN", "DATABASE_URL"]

const runExpected = expecting("program", "a program and its arguments, such as [\"node\", \"tills/square.mjs\"]")
const namesExpected = expecting("variable_names", "a list of names of environment variables, such as [\"SQUARE_TOKEN\"]")

const isWord = (word: string): boolean => !word.includes("\0")

export const commandMembers = {
  ...askingMembers,
  run: Schema.NonEmptyArray(Schema.String).pipe(Schema.filter((words) => words[0].trim() !== "" && words.every(isWord), runExpected))
    .annotations(runExpected),
  env: Schema.optionalWith(
    Schema.Array(Schema.String).pipe(Schema.filter((names) => names.every((name) => /^[A-Za-z_]\w*$/.test(name)), namesExpected))
      .annotations(namesExpected),
    { exact: true, default: () => [] }
  ),
  // Longer than a request of one answer: a program may fetch many pages.
  timeout_s: Schema.optionalWith(whole(1, 120, "whole seconds"), { exact: true, default: () => 60 })
}

const withheld = (name: string): boolean => kept.includes(name) || name.startsWith("TURNOVER_")

export const readCommand = (value: object): Either.Either<CommandSource, ReadonlyArray<Fault>> =>
  Either.flatMap(decoded(Schema.Struct(commandMembers), value), (command) =>
    unlessFaults(
      refuse(command.env.filter(withheld).map((name) => [
        "env",
        saying("withheld_variable", `expected names of variables that a program may have, got ${name}`, { name })
      ])),
      {
        kind: "command",
        ...askingOf(command),
        run: command.run,
        env: command.env,
        place: { configFile: "", currency: "", variables: Redacted.make({}) }
      }
    ))
