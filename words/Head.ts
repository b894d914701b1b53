import type { Words } from "./Words.ts"

/** The head of each page, shown from the start. */
export const headWords = {
  "about": { zh: "约 {amount}", en: "about {amount}" },
  "list.comma": { zh: "、", en: ", " },
  "dashboard": { zh: "看板", en: "Dashboard" },
  "history": { zh: "历史", en: "History" },
  "bar.enter": { zh: "录入", en: "Enter" },
  "admin": { zh: "管理", en: "Admin" }
} as const satisfies Words
