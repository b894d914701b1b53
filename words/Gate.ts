import type { Words } from "./Words.ts"

/** What the admin page says until the server takes the token. */
export const gateWords: Words = {
  "gate.title": { zh: "请输入管理令牌", en: "Enter the admin token" },
  "gate.lead": {
    zh: "即服务器上 ADMIN_TOKEN 的值。只保存在这个标签页里，关闭即清除。",
    en: "The value of ADMIN_TOKEN on the server. It is kept in this tab only, and gone when you close it."
  },
  "gate.token": { zh: "管理令牌", en: "Admin token" },
  "gate.enter": { zh: "进入", en: "Enter" },
  "gate.wrong": { zh: "令牌不对，请核对后再输入。", en: "That token is wrong. Please check it and try again." },
  "gate.again": { zh: "令牌已失效，请重新输入。", en: "The token no longer holds. Please enter it again." },
  "gate.throttled": { zh: "输错次数太多，请等 {seconds} 秒再试。", en: "Too many wrong tokens. Please wait {seconds} s." },
  "gate.disabled": {
    zh: "服务器没有设置 ADMIN_TOKEN，管理功能已关闭。请在服务器上设置后重启服务。",
    en: "ADMIN_TOKEN is not set on the server, so the admin functions are closed. Set it and restart the service."
  },
  "gate.unsendable": { zh: "令牌里有无法发送的字符，请核对。", en: "The token holds characters that cannot be sent. Please check it." }
}
