import { CliConfig, Command, HelpDoc, ValidationError } from "@effect/cli"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Logger, LogLevel } from "effect"
import { version } from "../package.json"
import * as Audit from "./Cli/Audit.ts"
import { backupCommand, restoreCommand } from "./Cli/Backup.ts"
import * as ConfigCheck from "./Cli/ConfigCheck.ts"
import * as Correct from "./Cli/Correct.ts"
import * as Doctor from "./Cli/Doctor.ts"
import { examples, examplesFor } from "./Cli/Examples.ts"
import * as Export from "./Cli/Export.ts"
import * as Import from "./Cli/Import.ts"
import { lines, WrongUsage } from "./Cli/Output.ts"
import * as Settle from "./Cli/Settle.ts"
import * as TestPush from "./Cli/TestPush.ts"
import * as Secrets from "./Logging/Secrets.ts"
import { writeToStderr } from "./Logging/Stderr.ts"

const failure = 1
const usage = 2
const interrupted = 130

const commandOf = (serve: Effect.Effect<unknown, unknown>) =>
  Command.make("turnover", {}, () => serve).pipe(
    Command.withDescription("One shop's daily turnover; without a command, the service itself"),
    Command.withSubcommands([
      Command.make("serve", {}, () => serve).pipe(Command.withDescription("Run the service until it is stopped")),
      Settle.command,
      Import.command,
      Export.command,
      Correct.command,
      Audit.command,
      backupCommand,
      restoreCommand,
      TestPush.command,
      Doctor.command,
      ConfigCheck.command
    ])
  )

const colour = /\u001b\[[0-9;]*m/g

/** The library writes in colour whoever reads it, and ends its texts with empty lines. */
const plainly = (console: Console.Console, isTerminal: boolean): Console.Console => {
  const shown = (args: ReadonlyArray<unknown>) => {
    const text = args.map(String).join(" ").trimEnd()
    return isTerminal ? text : text.replace(colour, "")
  }
  return { ...console, log: (...args) => console.log(shown(args)), error: (...args) => console.error(shown(args)) }
}

const isWrongUsage = (error: unknown): boolean => error instanceof WrongUsage || ValidationError.isValidationError(error)

const exitCode = (exit: Exit.Exit<unknown, unknown>, isService: boolean): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.isInterruptedOnly(exit.cause)) return isService ? 0 : interrupted
  return isWrongUsage(Cause.squash(exit.cause)) ? usage : failure
}

/** Runs what the command line asks for; `serve` is the service, which says itself why it fails. */
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
    Effect.tapErrorCause((cause) => Effect.sync(() => {
      if (ValidationError.isValidationError(Cause.squash(cause))) writeToStderr(lines(`See: ${["turnover", ...words.slice(0, 1).filter((word) => word in examples), "--help"].join(" ")}`))
    })),
    Effect.provide([NodeContext.layer, Secrets.layer, CliConfig.layer({ showTypes: false })]),
    Logger.withMinimumLogLevel(LogLevel.Warning),
    (effect) => Effect.flatMap(Effect.console, (console) => Effect.withConsole(effect, plainly(console, process.stdout.isTTY)))
  )
  NodeRuntime.runMain(program, {
    disablePrettyLogger: true,
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit, isService))
  })
}

