import { Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { backUp, type Contents } from "../Backup/BackupFile.ts"
import { restore } from "../Backup/Restore.ts"
import type { RestoredPeople } from "../Backup/RestoredPeople.ts"
import { copySettings } from "../Backup/SettingsCopy.ts"
import { Environment } from "../Config/Environment.ts"
import { type Money, toYuan } from "../Domain/Amount.ts"
import { counted } from "../Domain/Text.ts"
import { describe } from "./Audit.ts"
import { lines, printing, showing } from "./Output.ts"
import { file, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const summary = ({ auditRecords, days, firstDay, lastDay, totalCents }: Contents, money: Money): string =>
  `${counted(days, "day")}${firstDay === null ? "" : ` from ${firstDay} to ${lastDay}`}, ${money(totalCents)} in all, ${
    counted(auditRecords, "audit record")
  }`

const warning = ({ mismatch }: Contents, money: Money, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...(mismatch === null ? [] : [describe(mismatch, money)]), ...others].map((sentence) => `warning: ${sentence}`)

const contentMembers = (contents: Contents, money: Money) => ({
  schema: contents.schema,
  days: contents.days,
  first_day: contents.firstDay,
  last_day: contents.lastDay,
  total: toYuan(contents.totalCents),
  audit_records: contents.auditRecords,
  waiting_messages: contents.waitingMessages,
  mismatch: contents.mismatch === null ? null : describe(contents.mismatch, money)
})

export const backupCommand = Command.make(
  "backup",
  {
    target: file("The file to write"),
    force: Options.boolean("force").pipe(Options.withDescription("Replace a file that is there already")),
    json
  },
  ({ force, json, target }) =>
    printing(json)(
      Effect.gen(function*() {
        const source = yield* Workbench.existingFile
        const money = yield* Workbench.moneyIfSet
        const { configFile } = yield* Environment
        const { bytes, verified, warnings: own } = yield* showing(`backing up to ${target}`,
          (onProgress) => backUp({ source, target, replace: force, onProgress }))
        const warnings = [...own, ...copySettings(configFile, target)]
        return {
          ok: true,
          text: lines(`${target}: ${bytes} bytes, verified`, summary(verified, money), ...warning(verified, money, warnings)),
          json: { file: target, bytes, ...contentMembers(verified, money), warnings }
        }
      }).pipe(Effect.provide(Workbench.environment))
    )
).pipe(Command.withDescription("Write a verified copy of the database, also while the service runs"))

/** A restored token may be valid again for a person who has lost it since the backup. */
const tokenLines = ({ changed, unsure }: RestoredPeople, kept: string | null): ReadonlyArray<string> => [
  ...(changed === 0 ? [] : [`${counted(changed, "token")} kept the end or the role of the database before`]),
  ...(unsure.length === 0 ? [] : [
    `${
      kept === null ? "there was no previous database, so it is not known" : "the previous database does not show"
    } which tokens were revoked since the backup; valid now: ${unsure.map(({ name, role }) => `${name} (${role})`).join(", ")}`,
    "revoke each that must not be valid: `turnover token revoke NAME`"
  ])
]

export const restoreCommand = Command.make("restore", { backup: file("A backup"), json }, ({ backup, json }) =>
  printing(json)(
    Effect.gen(function*() {
      const database = yield* Workbench.databaseFile
      const money = yield* Workbench.moneyIfSet
      const { contents, kept, leftovers, people, warnings } = yield* showing(`restoring ${backup}`,
        (onProgress) => restore({ backup, database, onProgress }))
      const { waitingMessages } = contents
      return {
        ok: true,
        text: lines(
          `${database} is ${backup} now: ${summary(contents, money)}`,
          ...(kept === null ? [] : [`the database before it is kept as ${kept}`]),
          ...leftovers.map((name) => `a file that belonged to the database before is kept as ${name}`),
          ...(waitingMessages === 0
            ? []
            : [`${counted(waitingMessages, "message")} waited when the backup was made, and will be sent once the service runs`]),
          ...warning(contents, money, warnings),
          ...tokenLines(people, kept)
        ),
        json: {
          database,
          kept,
          leftovers,
          ...contentMembers(contents, money),
          warnings,
          tokens_carried_over: people.changed,
          tokens_to_check: people.unsure
        }
      }
    }).pipe(Effect.provide(Workbench.environment))
  )).pipe(Command.withDescription("Put a verified backup in the place of the database, while the service is stopped"))
