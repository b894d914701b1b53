import type { Words } from "./Words.ts"

/** What stands in the head of a page from its first sight on. */
export const headWords = {
  "leave": { zh: "退出登录", en: "Sign out" },
  "switches": { zh: "显示设置", en: "Display settings" },
  "admin": { zh: "管理", en: "Admin" }
} as const satisfies Words
