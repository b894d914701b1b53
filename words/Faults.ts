import type { Words } from "./Words.ts"

/** What each of the server's refusals means, by its code; a code that is not here is shown in the server's own words. */
export const faultWords: Words = {
  "fault.date_in_future": { zh: "这一天还没有到，不能录入金额。", en: "This day has not come yet, so it can have no amount." },
  "fault.day_has_figure": {
    zh: "这一天已经有金额。要记为店休，请先撤回金额。",
    en: "This day has a figure. To mark it as closed, withdraw the figure first."
  },
  "fault.not_found": {
    zh: "这一天没有可以撤回的金额，可能已被别人撤回。",
    en: "There is nothing to withdraw any more. Somebody may have done it already."
  },
  "fault.idempotency_key_reused": {
    zh: "这次保存和上一次混在一起了，请再按一次。",
    en: "This save was mixed up with the one before. Please press again."
  },
  "fault.too_large": { zh: "内容太大，服务器没有接收。", en: "This is too large for the server." },
  "fault.unsupported_media_type": { zh: "服务器不认识这种文件。", en: "The server does not read this kind of file." },
  "fault.request_timeout": { zh: "发送太慢，服务器没有等到全部内容，请再试一次。", en: "Sending took too long. Please try again." },
  "fault.misdirected_request": {
    zh: "这个网址没有登记在服务器的 ALLOWED_HOSTS 里。",
    en: "ALLOWED_HOSTS on the server does not name this address."
  },
  "fault.unavailable": { zh: "服务正在启动或停止，请稍后再试。", en: "The service is starting or stopping. Please try again soon." },
  "fault.too_many_attempts": { zh: "输错密码的次数太多，请过一分钟再试。", en: "Too many wrong passwords. Please wait a minute." },
  "fault.internal": { zh: "服务器出错了。日志里的编号：{id}", en: "The server failed. Its log has this under: {id}" },
  "fault.invalid_request": { zh: "服务器没有接受填写的内容：{detail}", en: "The server did not accept what was filled in: {detail}" }
}
