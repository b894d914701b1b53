import { startWords } from "../../words/command/Start.ts"
import type { Language } from "../Domain/Language.ts"

export interface Started {
  readonly version: string
  /** Where this machine opens the dashboard. */
  readonly address: string
  /** Where phones in the same network open it. */
  readonly phones: ReadonlyArray<string>
  readonly isSetUp: boolean
}

/** The lines of a start, from the dashboard's address on. */
export const greetingIn = (language: Language, { address, isSetUp, phones, version }: Started): ReadonlyArray<string> => {
  const say = (key: keyof typeof startWords, values: Readonly<Record<string, string>> = {}) =>
    startWords[key][language === "en" ? "en" : "zh"].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
  return [
    say("start.dashboard", { version, address }),
    ...phones.map((phone) => say("start.phones", { address: phone })),
    ...(isSetUp ? [] : [say("start.setup")])
  ]
}
