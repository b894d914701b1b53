import type { Words } from "./Words.ts"

/** The dashboard of a shop that has no figure yet: the first step. */
export const firstWords = {
  "first.today": { zh: "今天 {day} · {time} 结账", en: "Today {day} · closes at {time}" },
  "first.setup": { zh: "还没有设置这家店", en: "This shop is not set up yet" },
  "first.setup.go": { zh: "开始设置", en: "Set the shop up" },
  "first.title": { zh: "录入第一个数，看板就有了", en: "Enter the first figure, and the dashboard begins" },
  "first.reader": { zh: "还没有营业额", en: "No turnover yet" },
  "first.import": { zh: "导入以前的 Excel", en: "Import older figures from Excel" },
  "first.phone": { zh: "手机在同一个 Wi-Fi 里打开：{address}", en: "On a phone in the same Wi-Fi: {address}" }
} as const satisfies Words
