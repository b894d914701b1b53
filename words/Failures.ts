import type { Words } from "./Words.ts"

/** What went wrong, where the sentence of the refusal is not loaded, or nothing can be. */
export const failureWords = {
  "working": { zh: "请稍候…", en: "One moment…" },
  "error.offline": { zh: "连不上服务器，请检查网络后再试。", en: "The server cannot be reached. Please check the network and try again." },
  "error.page": { zh: "这一页出错了，请重新加载再试。", en: "This page has failed. Please reload it and try again." },
  "error.server": { zh: "服务器出错了（{status}），请稍后再试。", en: "The server failed ({status}). Please try again later." },
  "error.refused": {
    zh: "服务器没有接受（{status}），请重新加载再试。",
    en: "The server did not accept this ({status}). Please reload the page and try again."
  }
} as const satisfies Words
