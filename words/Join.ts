import type { Words } from "./Words.ts"

/** What the page of an invitation's link says. */
export const joinWords = {
  "join.page": { zh: "登录", en: "Sign in" },
  "join.working": { zh: "正在登录这台手机…", en: "Signing this phone in…" },
  "join.occupied": { zh: "这台设备现在登录的是 {name}", en: "This device is signed in as {name}" },
  "join.occupied.why": {
    zh: "这个链接会换成邀请里的人，以后的录入都记在那个人名下。不是自己要的邀请，请不要换。",
    en: "This link signs somebody else in: what is entered from then on counts as theirs. If you did not ask for it, stay."
  },
  "join.replace": { zh: "换成邀请里的人", en: "Sign in by the invitation" },
  "join.stay": { zh: "不换", en: "Stay signed in" },
  "join.failed": { zh: "没有登录成功", en: "Not signed in" },
  "join.ended": {
    zh: "这个邀请已经用过，或者过了 15 分钟。请店长再出一个二维码，扫一下就好。",
    en: "This invitation was used already, or its 15 minutes are over. Ask the manager for a new QR code and scan it."
  },
  "join.incomplete": {
    zh: "这个链接不完整。请重新扫二维码，或者把链接整个复制过来。",
    en: "This link is not complete. Scan the QR code again, or copy the whole link."
  },
  "join.throttled": { zh: "试错的次数太多，请过一分钟再试。", en: "Too many wrong attempts. Please wait a minute." },
  "join.offline": {
    zh: "没有网络，还没登录。邀请还在，连上网再点一次。",
    en: "No connection, so you are not signed in yet. Try again once you are online."
  },
  "join.refused": {
    zh: "服务器没有接受（{status}），请过一会儿再试。",
    en: "The server did not accept this ({status}). Please try again later."
  },
  "join.again": { zh: "再试一次", en: "Try again" },
  "join.sign_in": { zh: "用密码登录", en: "Sign in with a password" }
} as const satisfies Words
