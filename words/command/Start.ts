import type { Words } from "../Words.ts"

/** What a start says at a terminal. Programs read its English lines. */
export const startWords = {
  "start.dashboard": { zh: "turnover {version}：看板 {address}", en: "turnover {version}: dashboard at {address}" },
  "start.phones": { zh: "同一网络的手机打开：{address}", en: "phones in the same network: {address}" },
  "start.new": {
    zh: "还没有设置这家店。60 分钟内打开下面的网址（或者在这里运行 npm run setup；装好的程序用 turnover setup）：",
    en: "the shop is not set up yet: open this address within 60 minutes (or run npm run setup here; turnover setup in an installation):"
  },
  "start.here": { zh: "这台机器的地址", en: "this machine's address" },
  "start.setup": {
    zh: "还没有设置这家店：npm run setup（装好的程序用 turnover setup）",
    en: "the shop is not set up yet: npm run setup (turnover setup in an installation)"
  }
} as const satisfies Words
