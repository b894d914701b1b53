import type { Words } from "./Words.ts"

/** What is wrong with a typed amount. */
export const typedWords = {
  "entry.bad.whole": {
    zh: "请写成 {example}：0 至 {max}，这个币种没有小数",
    en: "Write it like {example}: 0 to {max}, without decimals"
  },
  "entry.bad": {
    zh: "请写成 {example}：0 至 {max}，最多两位小数",
    en: "Write it like {example}: 0 to {max}, at most two decimals"
  },
  "entry.unclear": {
    zh: "“{text}”是 {grouped} 还是 {decimal}？请写上小数",
    en: "Is “{text}” {grouped} or {decimal}? Write the decimals too"
  }
} as const satisfies Words
