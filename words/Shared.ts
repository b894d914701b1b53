import { actorWords } from "./Actors.ts"
import { headWords } from "./Head.ts"
import { sourceWords } from "./Sources.ts"
import type { Words } from "./Words.ts"

/** The sentences of more than one page. */
export const sharedWords = {
  ...headWords,
  ...actorWords,
  ...sourceWords,
  "leave": { zh: "退出登录", en: "Sign out" },
  "switches": { zh: "显示设置", en: "Display settings" },
  "bar": { zh: "页面", en: "Pages" },
  "theme.auto": { zh: "跟随系统", en: "Auto" },
  "theme.light": { zh: "浅色", en: "Light" },
  "theme.dark": { zh: "深色", en: "Dark" },
  "theme.label": { zh: "配色：{name}", en: "Colours: {name}" },
  "live.on": { zh: "实时", en: "Live" },
  "live.off": { zh: "连接中断", en: "Disconnected" },
  "live.connecting": { zh: "连接中", en: "Connecting" },
  "links": { zh: "更多", en: "More" },
  "holidays.unknown": {
    zh: "{years}年的放假安排还没有公布，暂不标节假日。",
    en: "The holidays of {years} are not announced yet, so none are marked."
  },
  "skip.main": { zh: "跳到正文", en: "Skip to content" },
  "date": { zh: "日期", en: "Date" },
  "source": { zh: "来源", en: "Source" },
  "docs": { zh: "接口文档", en: "API reference" },
  "copied": { zh: "已复制", en: "Copied" }
} as const satisfies Words
