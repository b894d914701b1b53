import type { Words } from "./Words.ts"

/** The sentences around the log. */
export const logWords = {
  "log.title": { zh: "运行日志", en: "Log" },
  "log.follow": { zh: "实时跟随", en: "Follow" },
  "log.lines": { zh: "行数", en: "Lines" },
  "log.level": { zh: "级别不低于", en: "Minimum level" },
  "log.filter": { zh: "筛选文字", en: "Find text" },
  "log.none": { zh: "没有符合条件的行。", en: "No lines match." }
} as const satisfies Words
