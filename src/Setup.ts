import { Effect } from "effect"
import { parseEnv } from "node:util"
import { holdsCredential } from "./Config/Credentials.ts"
import { withVariables } from "./Config/EnvFile.ts"
import { InvalidConfig } from "./Config/InvalidConfig.ts"
import { parseJson } from "./Config/JsonText.ts"
import { readTextFileIfThere } from "./Config/TextFile.ts"
import { type NotReplaced, replaceSettings } from "./Config/WholeFile.ts"
import { type Answers, changedLines, changedMembers, membersOf } from "./Setup/Answers.ts"
import { machineZone } from "./Setup/Place.ts"

type Texts = Readonly<Record<string, string | undefined>>

/** What stands in the files, and in the environment over `.env`. */
export interface Known {
  readonly file: string
  readonly members: Readonly<Record<string, unknown>>
  readonly dotEnv: string
  /** Where the admin password is set already. */
  readonly password: "environment" | "file" | undefined
  /** The zone that `TZ` sets, which an answer cannot change. */
  readonly fixedZone: string | undefined
  /** That one, or the machine's; undefined where neither says where the shop is. */
  readonly zone: string | undefined
  readonly port: number
}

const readIfThere = (origin: string) =>
  Effect.mapError(readTextFileIfThere(origin), (about) => new InvalidConfig({ faults: [{ origin, ...about }] }))

/** Reads what a set-up begins with. */
export const readKnown = (env: Texts) =>
  Effect.gen(function*() {
    const dotEnv = yield* readIfThere(".env")
    const variables = parseEnv(dotEnv)
    const of = (name: string) => env[name] || variables[name] || undefined
    const file = of("CONFIG_FILE") ?? "config.json"
    const text = yield* readIfThere(file)
    return {
      file,
      members: text.trim() === "" ? {} : yield* parseJson(file, text),
      dotEnv,
      password: variables["ADMIN_TOKEN"] ? "file" : env["ADMIN_TOKEN"] ? "environment" : undefined,
      fixedZone: of("TZ"),
      zone: of("TZ") ?? machineZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
      port: Number(of("PORT") ?? 57778)
    } satisfies Known
  })

/** A file that was left as it is, with the lines to add to it. */
export interface Left {
  readonly file: string
  readonly because: NotReplaced
  readonly lines: ReadonlyArray<string>
}

/**
 * Writes the answers: `config.json`, then `.env`, whose password ends the set-up. A file that has them already is left; after one that
 * cannot be written, nothing more is, so that the set-up can be done again.
 */
export const write = ({ dotEnv, file, members }: Known, answers: Answers) =>
  Effect.gen(function*() {
    const next = membersOf(members, answers)
    const text = withVariables(dotEnv, {
      TZ: answers.zone,
      ...(answers.password === undefined ? {} : { ADMIN_TOKEN: answers.password })
    })
    const files = [
      { name: file, text: `${JSON.stringify(next, null, 2)}\n`, isSecret: holdsCredential(next), lines: changedMembers(members, next) },
      { name: ".env", text, isSecret: true, lines: changedLines(dotEnv, text) }
    ]
    const written: Array<string> = []
    for (const { isSecret, lines, name, text } of files.filter(({ lines }) => lines.length > 0)) {
      const because = yield* Effect.match(replaceSettings(name, text, isSecret), { onSuccess: () => undefined, onFailure: (why) => why })
      if (because !== undefined) return { written, left: { file: name, because, lines } satisfies Left }
      written.push(name)
    }
    return { written, left: undefined }
  })
