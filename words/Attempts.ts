import type { Words } from "./Words.ts"

/**
 * An attempt to send: its format, and its outcome by verdict, by the bot's code and by HTTP status. `{url}` is the chat's own key
 * in the settings.
 */
export const attemptsWords = {
  "format.card": { zh: "卡片", en: "Card" },
  "format.post": { zh: "富文本", en: "Rich post" },
  "format.text": { zh: "纯文本", en: "Plain text" },
  "verdict.delivered": { zh: "已送达", en: "Delivered" },
  "verdict.accepted": { zh: "对方已收下，不知道有没有发到群里", en: "Accepted; it is not known whether the group has it" },
  "verdict.printed": { zh: "已打印", en: "Printed" },
  "verdict.format": { zh: "群机器人不接受这种格式", en: "The bot refused this format" },
  "verdict.upset": { zh: "群机器人那边出错了", en: "The bot's service failed" },
  "verdict.permanent": {
    zh: "群机器人拒绝了，再发也没用，要先改设置",
    en: "The bot refused it; sending again is of no use until the settings are corrected"
  },
  "verdict.transient": { zh: "没有发成", en: "It could not be sent" },
  "verdict.unknown": { zh: "没有等到回答，可能已经送达", en: "No answer came, it may have arrived" },
  "code.19001": {
    zh: "Webhook 地址不对：请从群机器人设置里重新复制到 {url}",
    en: "The webhook address is wrong: copy it again into {url} from the bot's settings"
  },
  "code.19007": {
    zh: "机器人未启用或拒绝签名：请检查群里的机器人和 {secret}",
    en: "The bot is not enabled or refused the signature: check the bot in its chat, and {secret}"
  },
  "code.19021": {
    zh: "签名不符，或服务器时钟差了一小时以上：请检查 {secret} 和服务器时间",
    en: "The signature does not match or the clock is over an hour off: check {secret} and the server's clock"
  },
  "code.19022": {
    zh: "本机 IP 不在机器人的白名单里：请在机器人设置里加上",
    en: "This machine's IP address is not on the bot's allow-list: add it in the bot's settings"
  },
  "code.19024": {
    zh: "消息里缺少机器人要求的关键词：请把 {keyword} 设成它",
    en: "The message lacks the keyword that the bot requires: set {keyword} to it"
  },
  "code.11232": { zh: "发得太快，被机器人限流", en: "The bot's rate limit was reached" },
  "code.11233": { zh: "发得太快，被机器人限流", en: "The bot's rate limit was reached" },
  "code.11247": { zh: "发得太快，被机器人限流", en: "The bot's rate limit was reached" },
  "code.130101": { zh: "发得太快，钉钉禁言 10 分钟", en: "Too many were sent, DingTalk mutes the robot for 10 minutes" },
  "code.410100": { zh: "发得太快，钉钉禁言 10 分钟", en: "Too many were sent, DingTalk mutes the robot for 10 minutes" },
  "code.535": {
    zh: "邮箱不认这个账号或密码：请核对 {secret}；很多邮箱要用专门的授权码",
    en: "The mail server refuses the user or the password: check {secret}; many providers want a password for apps"
  },
  "code.300005": {
    zh: "钉钉不认这个机器人：请从机器人设置里重新复制到 {url}",
    en: "DingTalk does not know this robot: copy its address again into {url}"
  },
  "code.310000": {
    zh: "机器人的安全设置没有通过：请核对关键词 {keyword}、加签密钥 {secret}、服务器时间和 IP 白名单",
    en: "The robot's security settings refuse it: check {keyword}, {secret}, the server's clock and the allow-list"
  },
  "code.400102": { zh: "群机器人已停用：请在群设置里启用", en: "The robot is stopped: enable it in the group's settings" },
  "code.400106": {
    zh: "群里没有这个机器人：请重新添加，再把地址复制到 {url}",
    en: "The robot is not in the group: add it again, and copy its address into {url}"
  },
  "code.10015": {
    zh: "这个地址没有 webhook：请检查 {url}，webhook 可能已被删除",
    en: "There is no webhook at this address: check {url}, it may have been removed"
  },
  "code.220001": {
    zh: "论坛频道要发到帖子里：请在 {url} 后面加 thread_id",
    en: "A forum channel requires a thread: add thread_id to {url}"
  },
  "code.220003": {
    zh: "论坛频道要发到帖子里：请在 {url} 后面加 thread_id",
    en: "A forum channel requires a thread: add thread_id to {url}"
  },
  "code.93000": {
    zh: "企业微信不认这个地址：请从群机器人设置里重新复制到 {url}",
    en: "WeCom does not accept the address: copy it again into {url} from the robot's settings"
  },
  "code.93004": { zh: "群机器人已停用：请在群设置里启用", en: "The robot is stopped: enable it in the group's settings" },
  "code.93008": {
    zh: "群里没有这个机器人：请重新添加，再把地址复制到 {url}",
    en: "The robot is not in the group: add it again, and copy its address into {url}"
  },
  "code.45009": { zh: "发得太快，被机器人限流", en: "The bot's rate limit was reached" },
  "status.401": {
    zh: "地址拒绝访问：请检查 {url} 和机器人的权限",
    en: "The bot's address refuses the request: check {url} and the bot's permissions"
  },
  "status.403": {
    zh: "地址拒绝访问：请检查 {url} 和机器人的权限",
    en: "The bot's address refuses the request: check {url} and the bot's permissions"
  },
  "status.404": {
    zh: "这个地址没有机器人：请检查 {url}，机器人可能已被移除",
    en: "There is no bot at this address: check {url}, the bot may have been removed"
  },
  "status.410": {
    zh: "对方不再接收消息：请换 {url}，或者发一条测试消息重新开始",
    en: "The receiver wants no more messages: set {url} to another address, or send a test message to begin again"
  },
  "attempts.key": { zh: "chats 里“{chat}”的 {key}", en: "{key} of {chat} in chats" },
  "attempts.times": { zh: "共 {n} 次", en: "{n} times" },
  "cause.ECONNREFUSED": { zh: "对方拒绝连接", en: "connection refused" },
  "cause.ENOTFOUND": { zh: "找不到这个域名，请检查机器人的网址和网络", en: "unknown host name" },
  "cause.EAI_AGAIN": { zh: "暂时查不到域名，请检查网络", en: "the host name cannot be resolved just now" },
  "cause.EHOSTUNREACH": { zh: "连不上，请检查网络", en: "unreachable" },
  "cause.ENETUNREACH": { zh: "连不上，请检查网络", en: "unreachable" },
  "cause.ETIMEDOUT": { zh: "连接超时，请检查网络和防火墙", en: "connection timed out" },
  "cause.ECONNRESET": { zh: "连接中途断开", en: "connection reset" },
  "status.429": { zh: "发得太快，被机器人限流", en: "The bot's rate limit was reached" }
} as const satisfies Words
