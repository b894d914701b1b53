import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { weaknessOf } from "../Config/AdminToken.ts"
import { goneKind } from "../Config/AmountSource.ts"
import { faultLine } from "../Config/InvalidConfig.ts"
import { checkConfiguration, inWords } from "../Doctor/Configuration.ts"
import { lines, printing, WrongUsage } from "./Output.ts"
import { json } from "./Words.ts"

const check = Effect.map(checkConfiguration, ({ environment, faults, file, settings, warnings: ofFile }) => {
  const weakness = Option.getOrUndefined(Option.map(environment?.process.adminToken ?? Option.none(), weaknessOf))
  const warnings = weakness === undefined ? ofFile : [...ofFile, weakness]
  return {
    // The service starts with a source that is gone, but every day waits.
    ok: faults.length === 0 && (settings === undefined || goneKind(settings.amountSource) === undefined),
    text: lines(
      ...faults.map(faultLine),
      ...warnings.map((warning) => `warning: ${warning}`),
      ...(settings === undefined || environment === undefined || faults.length > 0 ? [] : [
        `${file} and the environment can be used: ${inWords(settings)}, zone ${environment.shop.zone.id}`
      ])
    ),
    json: { file, faults, warnings }
  }
})

const checkCommand = Command.make("check", { json }, ({ json }) => printing(json)(check)).pipe(
  Command.withDescription("Check config.json, the environment and .env, and report every fault at once")
)

export const command = Command.make("config", {}, () => new WrongUsage({ message: "config: expected the command check" })).pipe(
  Command.withDescription("Check the configuration"),
  Command.withSubcommands([checkCommand])
)
