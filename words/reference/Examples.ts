import type { Translations } from "./Translations.ts"

/** The texts that people wrote in the examples. The service's own texts are the same in both languages. */
export const exampleTexts: Translations = {
  "Sample shop": "示例门店",
  "Li": "李店长",
  "rain": "下雨",
  "Spring Festival": "春节",
  "till recounted": "复点现金",
  "entered for the wrong day": "录错了日期"
}
