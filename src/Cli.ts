import { CliConfig, Command, HelpDoc, ValidationError } from "@effect/cli"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Logger, LogLevel } from "effect"
import * as Audit from "./Cli/Audit.ts"
import { backupCommand, restoreCommand } from "./Cli/Backup.ts"
import * as Copy from "./Cli/Copy.ts"
import { closeCommand, correctCommand, noteCommand, openCommand, withdrawCommand } from "./Cli/Days.ts"
import * as Doctor from "./Cli/Doctor.ts"
import * as Export from "./Cli/Export.ts"
import * as Import from "./Cli/Import.ts"
import { inJson, lines, print, WrongUsage } from "./Cli/Output.ts"
import { sessionCommand, tokenCommand } from "./Cli/People.ts"
import * as Ready from "./Cli/Ready.ts"
import * as Report from "./Cli/Report.ts"
import * as Resend from "./Cli/Resend.ts"
import * as Settle from "./Cli/Settle.ts"
import * as Setup from "./Cli/Setup.ts"
import * as Trials from "./Cli/Trials.ts"
import * as Secrets from "./Logging/Secrets.ts"
import { standardError, Unprintable } from "./Logging/StandardStream.ts"
import { buildVersion as version } from "./Package.ts"

/** An example for each command, shown by the help. */
export const examples: Readonly<Record<string, string>> = {
  setup: "turnover setup",
  serve: "turnover serve",
  settle: "turnover settle --date 2025-12-08",
  import: "turnover import days.csv --dry-run",
  export: "turnover export --from 2025-12-01 --to 2025-12-31 > december.csv",
  report: "turnover report week --date 2025-12-08",
  correct: "turnover correct 2025-12-08 3629.76 --reason \"补记外卖\" --actor 李店长",
  withdraw: "turnover withdraw 2025-12-08 --reason \"录错了日期\" --actor 李店长",
  close: "turnover close 2025-10-01 --note 国庆节",
  open: "turnover open 2025-10-01",
  note: "turnover note 2025-12-08 大雨",
  audit: "turnover audit verify",
  backup: "turnover backup /mnt/backup/turnover-2025-12-08.db",
  restore: "turnover restore /mnt/backup/turnover-2025-12-08.db",
  copy: "turnover copy --to postgres://turnover:password@db.example/turnover",
  "test-push": "turnover test-push --reason \"新群\"",
  resend: "turnover resend daily",
  source: "turnover source try --date 2025-12-08",
  token: "turnover token create 小王 --role entry",
  session: "turnover session list",
  doctor: "turnover doctor",
  ready: "turnover ready",
  config: "turnover config check"
}

const examplesFor = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const example = words.map((word) => examples[word]).find((found) => found !== undefined)
  return example === undefined ? Object.values(examples) : [example]
}

const failure = 1
const usage = 2
const interrupted = 130

/** The command line; `serve` runs without a command. */
export const commandOf = (serve: Effect.Effect<unknown, unknown>) =>
  Command.make("turnover", {}, () => serve).pipe(
    Command.withDescription("One shop's daily turnover; without a command, the service itself"),
    Command.withSubcommands([
      Command.make("serve", {}, () => serve).pipe(Command.withDescription("Run the service until it is stopped")),
      Setup.command,
      Settle.command,
      Import.command,
      Export.command,
      Report.command,
      correctCommand,
      withdrawCommand,
      closeCommand,
      openCommand,
      noteCommand,
      Audit.command,
      backupCommand,
      restoreCommand,
      Copy.command,
      Trials.testPushCommand,
      Resend.command,
      Trials.sourceCommand,
      tokenCommand,
      sessionCommand,
      Doctor.command,
      Ready.command,
      Doctor.configCheck
    ])
  )

const colour = /\u001b\[[0-9;]*m/g

/** A command in the list of all: the library pads its whole usage to the longest one, which has 400 characters. */
const listed = (line: string): string => {
  const [usage = "", ...what] = line.split(/ {2,}/).filter((part) => part !== "")
  const [, name] = /^- ([a-z-]+(?: [a-z]+)?)/.exec(usage) ?? []
  return name === undefined || what.length === 0 ? line : `  ${name.padEnd(16)}${what.join(" ")}`
}

/** The library always writes in colour, and appends empty lines to its texts. */
const printable = (text: string, isTerminal: boolean): string => {
  const plain = text.replace(colour, "")
  const short = plain.split("\n").map(listed).join("\n").replace(/^( {2}[a-z].*)\n\n(?= {2}[a-z])/gm, "$1\n")
  return lines((isTerminal && short === plain ? text : short).trim())
}

/** Prints the library's texts like a command's output. Its errors are printed by `explain`. */
const checked = (console: Console.Console): Console.Console => ({
  ...console,
  log: (...args) => Effect.orDie(print(printable(args.map(String).join(" "), process.stdout.isTTY))),
  error: () => Effect.void
})

/** Why a command line was refused; undefined if its command has failed. */
export const wrongUsageOf = (error: unknown): string | undefined => {
  if (error instanceof WrongUsage) return error.message
  return ValidationError.isValidationError(error) ? HelpDoc.toAnsiText(error.error) : undefined
}

const isJson = (words: ReadonlyArray<string>): boolean => words.includes("--json")

/** Prints why a command line failed, unless the command has already done so. */
const explain = (words: ReadonlyArray<string>) => (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const error = Cause.squash(cause)
  const sentence = error instanceof Unprintable ? error.message : wrongUsageOf(error)
  if (sentence === undefined) return Effect.void
  if (isJson(words) && !(error instanceof Unprintable)) {
    const complaint = inJson({ error: "wrong_usage", detail: printable(sentence, false).trim() })
    return Effect.catchAll(print(complaint), ({ message }) => Effect.sync(() => standardError.write(lines(message))))
  }
  const see = ValidationError.isValidationError(error)
    ? lines(`See: ${["turnover", ...words.slice(0, 1).filter((word) => word in examples), "--help"].join(" ")}`)
    : ""
  return Effect.sync(() => standardError.write(printable(sentence, process.stderr.isTTY) + see))
}

const exitCode = (exit: Exit.Exit<unknown, unknown>, isService: boolean): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return isService ? 0 : interrupted
  return wrongUsageOf(Cause.squash(exit.cause)) === undefined ? failure : usage
}

/** Runs the command line; `serve` is the service, which reports its own failures. */
export const run = (serve: Effect.Effect<unknown, unknown>): void => {
  let isService = false
  const words = process.argv.slice(2)
  const service = Effect.suspend(() => {
    isService = true
    return serve
  })
  const program = Command.run(commandOf(service), {
    name: "turnover",
    version,
    executable: "turnover",
    footer: HelpDoc.sequence(HelpDoc.h1("EXAMPLES"), HelpDoc.blocks(examplesFor(words).map((example) => HelpDoc.p(`$ ${example}`))))
  })(process.argv).pipe(
    Effect.tapErrorCause(explain(words)),
    Effect.provide([NodeContext.layer, Secrets.layer, CliConfig.layer({ showTypes: false, showBuiltIns: false })]),
    Logger.withMinimumLogLevel(LogLevel.Warning),
    (effect) => Effect.flatMap(Effect.console, (console) => Effect.withConsole(effect, checked(console)))
  )
  NodeRuntime.runMain(program, {
    disablePrettyLogger: true,
    disableErrorReporting: true,
    // Otherwise the end of the process would drop text that a slow reader has not yet read.
    teardown: (exit, onExit) => standardError.write("", () => onExit(exitCode(exit, isService)))
  })
}
