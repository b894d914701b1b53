import type { Words } from "./Words.ts"

/** What has happened to a message about a day. */
export const toldWords = {
  "message.group": { zh: "群里收到的消息", en: "The message in the group" },
  "message.plain": { zh: "消息", en: "The message" },
  "message.pending": { zh: "正在发", en: "being sent" },
  "message.delivered": { zh: "已送达 {time}", en: "delivered {time}" },
  "message.accepted": { zh: "对方已收下 {time}，不知道有没有发到群里", en: "accepted {time}; it may not be in the group yet" },
  "message.printed": { zh: "没有接群，只打印在日志里", en: "no chat set up, only printed in the log" },
  "message.failed": { zh: "没有发成，会记在“消息”里", en: "not delivered, see Messages" }
} as const satisfies Words
