import type { Words } from "./Words.ts"

/** The head of each page, shown from the start. */
export const headWords = {
  "about": { zh: "约 {amount}", en: "about {amount}" },
  "list.comma": { zh: "、", en: ", " },
  "leave": { zh: "退出登录", en: "Sign out" },
  "switches": { zh: "显示设置", en: "Display settings" },
  "admin": { zh: "管理", en: "Admin" }
} as const satisfies Words
