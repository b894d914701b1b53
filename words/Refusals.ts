import { failureWords } from "./Failures.ts"
import { faultWords } from "./Faults.ts"
import { roleWords } from "./Roles.ts"
import { settingWords } from "./Settings.ts"
import type { Words } from "./Words.ts"

/** The meaning of each error of the server, by its code; `refusal.<error>.<code>` if the first fault makes a difference. */
export const refusalWords = {
  ...faultWords,
  ...settingWords,
  ...roleWords,
  ...failureWords,
  "refusal.invalid_request": { zh: "填写的内容有误。{faults}。", en: "Something is not right: {faults}." },
  "refusal.source_failed": { zh: "没有问到当天的数：{faults}", en: "There is no figure for the day: {faults}" },
  "refusal.unauthorized": { zh: "登录已失效，请重新登录。", en: "You are no longer signed in. Please sign in again." },
  "refusal.admin_disabled": {
    zh: "服务器还没有设置管理密码（ADMIN_TOKEN），不能录入和修改。",
    en: "The server has no admin password (ADMIN_TOKEN) yet, so nothing can be changed."
  },
  "refusal.not_found": {
    zh: "服务器上没有这一项，请重新加载页面再试。",
    en: "The server does not have this. Please reload the page and try again."
  },
  "refusal.not_found.day_with_figure": {
    zh: "这一天没有可以撤回的金额，可能已被别人撤回。",
    en: "There is nothing to withdraw any more. Somebody may have done it already."
  },
  "refusal.not_found.unsent_message": {
    zh: "这条消息已经发出，或者已不存在。",
    en: "This message is sent already, or no longer exists."
  },
  "refusal.not_found.valid_token": {
    zh: "这个人已经不在名单里，可能已被别人删除。",
    en: "This person is no longer on the list. Somebody may have removed them already."
  },
  "refusal.not_found.open_invitation": {
    zh: "这个邀请已经用过、过期或作废了。",
    en: "This invitation was used, has expired or was revoked."
  },
  "refusal.not_found.open_session": {
    zh: "这台设备已经退出登录。",
    en: "This device is signed out already."
  },
  "refusal.forbidden": {
    zh: "你的登录不能做这件事，需要“{role}”的权限，请找有权限的人来做。",
    en: "Your sign-in does not allow this. It needs the role “{role}”: please ask a person who has it."
  },
  "refusal.cross_site": {
    zh: "这个请求来自别的网站，服务器没有执行。",
    en: "This request came from another site, so the server did not carry it out."
  },
  "refusal.name_taken": { zh: "这个名字已经有人用了，或者和别人的名字看起来一样。", en: "This name is taken, or looks like one that is." },
  "refusal.invitation_ended": {
    zh: "邀请已经用过、过期或作废，请重新要一个。",
    en: "This invitation was used, has expired or was revoked. Ask for a new one."
  },
  "refusal.method_not_allowed": {
    zh: "服务器不认识这个操作，请重新加载页面再试。",
    en: "The server does not know this action. Please reload the page and try again."
  },
  "refusal.request_timeout": { zh: "发送太慢，服务器没有等到全部内容，请再试一次。", en: "Sending took too long. Please try again." },
  "refusal.too_large": { zh: "内容太大，服务器没有接收。", en: "This is too large for the server." },
  "refusal.unsupported_media_type": { zh: "服务器不认识这种文件。", en: "The server does not read this kind of file." },
  "refusal.misdirected_request": {
    zh: "这个网址没有登记在服务器的 ALLOWED_HOSTS 里。",
    en: "ALLOWED_HOSTS on the server does not name this address."
  },
  "refusal.day_has_figure": {
    zh: "这一天已经有金额。要记为店休，请先撤回金额。",
    en: "This day has a figure. To mark it “Shop closed”, withdraw the figure first."
  },
  "refusal.changed_meanwhile": {
    zh: "这一天刚才被别人改过，没有保存。请先看看现在的金额。",
    en: "Someone changed this day in the meantime, nothing was saved. Check its figure first."
  },
  "refusal.settings_kept": {
    zh: "服务写不了这个文件。请把下面几行加到 config.json 里，再到“系统”里点“应用设置”。",
    en: "The service cannot write this file. Add the lines below to config.json, then choose “Apply settings” under System."
  },
  "refusal.already_final": { zh: "这一天已经有数，收银系统不能改。", en: "This day has a figure, which a till cannot change." },
  "refusal.closed": { zh: "这一天是店休，收银系统不能报数。", en: "This day is marked “Shop closed”, so a till sets no figure." },
  "refusal.not_open": { zh: "只能报今天，或者还没有数的日子。", en: "Only today, or a day that awaits its figure, can be reported." },
  "refusal.cutoff_passed": {
    zh: "这一天已经结账，撤销后就没有金额了。请录入正确的金额，或者找店长。",
    en: "This day is settled and cannot be left without a figure. Enter the right one, or ask a manager."
  },
  "refusal.idempotency_key_reused": {
    zh: "这次保存和上一次混在一起了，请再按一次。",
    en: "This save was mixed up with the one before. Please press again."
  },
  "refusal.date_in_future": { zh: "这一天还没有到。", en: "This day is still to come." },
  "refusal.date_in_future.date_until": {
    zh: "这一天还没有到，最晚可以到 {last}。",
    en: "This day has not come yet: {last} is the last one."
  },
  "refusal.invalid_rows": { zh: "文件有错误，什么都没有写入。{faults}。", en: "The file has errors, nothing was written: {faults}." },
  "refusal.questions": {
    zh: "文件没有说清楚怎么读，什么都没有写入。",
    en: "The file can be read in several ways, nothing was written."
  },
  "refusal.empty_csv": { zh: "文件里没有一行数据。", en: "The file has no rows of data." },
  "refusal.invalid_config": { zh: "配置有误，仍用原来的值。{faults}。", en: "The settings have errors, the old ones stay: {faults}." },
  "refusal.too_many_attempts": { zh: "输错密码的次数太多，请过一分钟再试。", en: "Too many wrong passwords. Please wait a minute." },
  "refusal.too_many_changes": {
    zh: "十分钟内改得太多了（最多 30 次），请过几分钟再试。",
    en: "Too many changes within ten minutes (30 at most). Please wait a few minutes."
  },
  "refusal.headers_too_large": {
    zh: "浏览器发送的请求头太大，请清除这个网址的 Cookie 再试。",
    en: "The browser sent too large headers. Clear this address's cookies and try again."
  },
  "refusal.internal": { zh: "服务器出错了。日志里的编号：{id}", en: "Server error. The log has it under: {id}" },
  "refusal.unavailable": {
    zh: "服务器正忙，或正在启动、停止，请稍后再试。",
    en: "The server is busy, starting or stopping. Please try again soon."
  },
  "refusal.too_many_streams": {
    zh: "同时打开的页面太多，请关掉一些再试。",
    en: "Too many pages are open at once. Close some and try again."
  },
  "refusal.push_failed": { zh: "每种格式都没有送达。", en: "No format got through." }
} as const satisfies Words
