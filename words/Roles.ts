import type { Words } from "./Words.ts"

/** The names of the roles. */
export const roleWords = {
  "role.view": { zh: "看数", en: "View" },
  "role.entry": { zh: "录入", en: "Entry" },
  "role.manager": { zh: "店长", en: "Manager" },
  "role.admin": { zh: "管理", en: "Admin" },
  "role.feed": { zh: "程序推送", en: "Feed" }
} as const satisfies Words
