import type { Language } from "../Domain/Language.ts"

type Variables = Readonly<Record<string, string | undefined>>

/** The language of a terminal, whose locale is such as `zh_CN.UTF-8`; where it has none, that of the machine. */
export const languageOfTerminal = ({ LANG, LC_ALL, LC_MESSAGES }: Variables): Language =>
  /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale) ? "zh-CN" : "en"
