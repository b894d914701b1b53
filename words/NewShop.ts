import type { Words } from "./Words.ts"

/** What a new shop is asked, on the page and at a terminal. */
export const newShopWords = {
  "new.name": { zh: "店名", en: "The shop's name" },
  "new.name.example": { zh: "我的店", en: "My shop" },
  "new.cutoff": { zh: "每天几点结账", en: "When is the day settled" },
  "new.start": { zh: "过了半夜还营业：第二天从几点算起", en: "Open after midnight: when does the next day begin" },
  "new.closed": { zh: "每周固定休息", en: "Closed each week on" },
  "new.without": { zh: "那天没有人录入", en: "If nobody enters a day" },
  "new.without.wait": { zh: "等人补录（不编数）", en: "Wait for a person; nothing is made up" },
  "new.without.estimate": { zh: "先估一个，标明估算", en: "Estimate it, marked as an estimate" },
  "new.usual.weekday": { zh: "平时一天大约多少钱", en: "A usual weekday's amount" },
  "new.usual.weekend": { zh: "周末一天大约多少钱", en: "A usual weekend day's amount" },
  "new.zone": { zh: "店在哪个时区", en: "The shop's time zone" },
  "new.currency": { zh: "用什么币种（例如 EUR）", en: "The currency, such as EUR" },
  "new.currency.refused": {
    zh: "用什么币种（{currency} 有三位小数，服务只记两位，用不了）",
    en: "The currency ({currency} has three decimals, and only two are kept)"
  }
} as const satisfies Words
