import type { Words } from "./Words.ts"

/** The names of the service, of its master token and of its commands, as the history shows them. */
export const actorWords = {
  "actor.admin": { zh: "管理员", en: "Admin" },
  "actor.settlement": { zh: "自动结账", en: "Settlement" },
  "actor.auto-import": { zh: "启动时导入", en: "Import at start" },
  "actor.command-line": { zh: "命令行", en: "Command line" },
  "actor.feed": { zh: "收银系统", en: "Till" }
} as const satisfies Words
