import { FileSystem } from "@effect/platform"
import { Context, DateTime, Effect, Either, Option, Redacted } from "effect"
import { createHash } from "node:crypto"
import { dirname, isAbsolute, join, resolve } from "node:path"
import type { CommandSource } from "../Config/AmountSource.ts"
import { secretsInSource } from "../Config/AmountSource.ts"
import { follow, ourIdentity } from "../Config/OnlyOurs.ts"
import { type DayBounds, endOfDay, formatInstant, startOfDay } from "../Domain/Calendar.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { scrubber } from "../Logging/Secrets.ts"
import { packageRoot } from "../Package.ts"
import type { Figure } from "./Figure.ts"
import { readPrinted, sentenceIn } from "./Printed.ts"
import { type Ended, mostKB, runProgram } from "./Program.ts"
import { faultOf, kept, type SourceFault } from "./SourceFault.ts"

/** The exit code of a program that has no figure yet, as in sysexits.h (EX_TEMPFAIL). */
const notNow = 75

/** The whole environment of the program. */
const environmentOf = ({ place }: CommandSource, date: LocalDate, days: DayBounds): Readonly<Record<string, string>> => ({
  ...Redacted.value(place.variables),
  TZ: DateTime.zoneToString(days.zone),
  TURNOVER_DATE: date,
  TURNOVER_DAY_START: formatInstant(startOfDay(date, days)),
  TURNOVER_DAY_END: formatInstant(endOfDay(date, days)),
  TURNOVER_CURRENCY: place.currency
})

/** The absolute paths at which a word of `run` may name a file, the first one that exists being meant. */
const pathsOf = (word: string, folder: string): ReadonlyArray<string> => {
  if (isAbsolute(word)) return [word]
  return /^tills\/[\w.-]+$/.test(word) ? [resolve(folder, word), join(packageRoot, word)] : [resolve(folder, word)]
}

/** Node reads the proxy's variables only on request. */
const proxyFlag = "--use-env-proxy"

const flagsOfNode = (environment: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.keys(environment).some((name) => /^https?_proxy$/i.test(name)) && process.allowedNodeEnvironmentFlags.has(proxyFlag)
    ? [proxyFlag]
    : []

/**
 * The program with its arguments, and the first place on the way to one of their files, or to `config.json`, that other users of the
 * machine can write: they would run programs as this service's user. What is started is the file that was checked, whatever its path
 * means by then.
 */
const callOf = ({ place, run: [program, ...args] }: CommandSource, environment: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const { exists } = yield* FileSystem.FileSystem
    const folder = dirname(place.configFile)
    const own = ourIdentity()
    const fileOf = (word: string) =>
      Effect.map(Effect.findFirst(pathsOf(word, folder), (path) => Effect.orElseSucceed(exists(path), () => false)),
        Option.map((written) => ({ ...follow(written, own), written })))
    const found = yield* Effect.forEach(args, fileOf)
    const named = /[/\\]/.test(program) ? yield* fileOf(program) : Option.none()
    // An argument stays as it is, unless it is a program of the installation: only that is not found from the folder.
    const words = args.map((word, index) =>
      word.startsWith("tills/") ? Option.match(found[index] ?? Option.none(), { onNone: () => word, onSome: ({ path }) => path }) : word
    )
    const flags = program === "node" ? flagsOfNode(environment) : []
    return {
      call: {
        program: program === "node" ? process.execPath : Option.match(named, { onNone: () => program, onSome: ({ path }) => path }),
        // A program may look at its name, as Python does for its own packages.
        ...(Option.isSome(named) ? { name: named.value.written } : {}),
        args: [...flags, ...words],
        folder,
        environment
      },
      open: [follow(place.configFile, own), ...Option.toArray(named), ...found.flatMap(Option.toArray)].find(({ open }) =>
        open !== undefined
      )?.open
    }
  })

/** What came of a program: how it ended, or the file because of which it was not run. */
type Outcome = Ended | { readonly _tag: "Open"; readonly file: string }

/** Runs the program of the settings, unless others could have written it. */
const runOurs = (
  source: CommandSource,
  environment: Readonly<Record<string, string>>
): Effect.Effect<Outcome, never, FileSystem.FileSystem> =>
  Effect.flatMap(callOf(source, environment), ({ call, open: file }): Effect.Effect<Outcome> =>
    file === undefined ? runProgram(call) : Effect.succeed({ _tag: "Open", file }))

/** How programs are run; the simulation has its own. */
export class Programs extends Context.Reference<Programs>()("Programs", { defaultValue: () => ({ run: runOurs }) }) {}

const figureIn = (outcome: Outcome, source: CommandSource): Either.Either<Figure, SourceFault> => {
  switch (outcome._tag) {
    case "Open": {
      const { file } = outcome
      return Either.left(
        faultOf("open_to_others",
          `expected files and folders that only the service's user and root can write, got ${file}: change its owner or its mode`, {
          file
        })
      )
    }
    case "NotStarted":
      return Either.left(
        faultOf("not_started", `the program ${source.run[0]} does not start: ${outcome.reason}`, {
          program: kept(source.run[0]),
          reason: outcome.reason
        })
      )
    case "TooLong":
      return Either.left(faultOf("too_long", `expected at most ${mostKB} KB of output, got more`, { max: mostKB }))
    case "Ended": {
      const { code, stderr, stdout } = outcome
      if (code === 0) {
        return Either.map(readPrinted(stdout.toString("utf8"), source.place.currency),
          (figure) => ({ ...figure, sha256: createHash("sha256").update(stdout).digest("hex") }))
      }
      const sentence = sentenceIn(stderr, scrubber(secretsInSource(source))) || "no sentence on standard error"
      return Either.left(
        code === notNow
          ? faultOf("not_now", `not now: ${sentence}`, { sentence })
          : faultOf("failed", `the program ended with ${code ?? "a signal"}: ${sentence}`, { code: code ?? "signal", sentence })
      )
    }
  }
}

/** Runs the program of the settings for a day, and reads what it has printed. */
export const askCommand = (
  source: CommandSource,
  date: LocalDate,
  days: DayBounds
): Effect.Effect<Figure, SourceFault, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const { run } = yield* Programs
    const outcome = yield* Effect.timeoutFail(run(source, environmentOf(source, date, days)), {
      duration: `${source.timeoutSeconds} seconds`,
      onTimeout: () =>
        faultOf("timeout", `expected a whole answer within ${source.timeoutSeconds} s, got none`, { seconds: source.timeoutSeconds })
    })
    return yield* figureIn(outcome, source)
  })
