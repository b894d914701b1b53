import { startWords } from "../../words/command/Start.ts"
import type { Language } from "../Domain/Language.ts"

export interface Started {
  readonly version: string
  /** Where this machine opens the dashboard. */
  readonly address: string
  /** Where phones in the same network open it. */
  readonly phones: ReadonlyArray<string>
  readonly isSetUp: boolean
  /** Whether no terminal shows the lines, so that their reader's language is not known. */
  readonly isLog: boolean
  /** Where it is set up in the browser, by what stands for this machine; undefined where it is not. */
  readonly setup: ((machine: string) => string) | undefined
}

/** The lines of a start, from the dashboard's address on. */
export const greetingIn = (language: Language, { address, isLog, isSetUp, phones, setup, version }: Started): ReadonlyArray<string> => {
  const say = (
    key: keyof typeof startWords,
    values: Readonly<Record<string, string>> = {},
    word = language === "en" ? "en" as const : "zh" as const
  ) => startWords[key][word].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
  const inEach = (key: "start.new" | "start.here") => isLog ? [say(key), say(key, {}, "zh")] : [say(key)]
  return [
    say("start.dashboard", { version, address }),
    ...phones.map((phone) => say("start.phones", { address: phone })),
    ...(setup !== undefined
      ? [...inEach("start.new"), setup(inEach("start.here").join(" "))]
      : isSetUp
      ? []
      : [say("start.setup")])
  ]
}
