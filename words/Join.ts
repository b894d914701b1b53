import { roleWords } from "./Roles.ts"
import type { Words } from "./Words.ts"

/** The sentences of the page that an invitation's link opens. */
export const joinWords = {
  ...roleWords,
  "join.page": { zh: "登录", en: "Sign in" },
  "join.opening": { zh: "请稍候…", en: "One moment…" },
  "join.wechat": { zh: "请换到浏览器里打开", en: "Open this in your browser" },
  "join.wechat.why": {
    zh: "现在是在微信里。点右上角的“···”，选“在浏览器打开”。邀请还没有用掉。",
    en: "This is WeChat's own browser. Tap ··· at the top right and choose “Open in browser”. The invitation is not used yet."
  },
  "join.invited": { zh: "请 {name} 在这台手机上登录", en: "An invitation for {name}" },
  "join.invited.why": {
    zh: "登录后是“{role}”，这台手机上的操作都记在 {name} 名下，180 天不用密码。你不是 {name}，请不要登录。",
    en:
      "The role is “{role}”: what is done here counts as {name}'s, for 180 days without a password. If you are not {name}, do not sign in."
  },
  "join.accept": { zh: "以{name}登录这台手机", en: "Sign this phone in as {name}" },
  "join.working": { zh: "正在登录这台手机…", en: "Signing this phone in…" },
  "join.occupied": { zh: "这台设备现在登录的是 {name}", en: "This device is signed in as {name}" },
  "join.occupied.why": {
    zh: "这个邀请是给 {name} 的，换了以后，这台设备上的操作都记在那个人名下。不是自己要的邀请，请不要换。",
    en: "This invitation is for {name}: what is done from then on counts as theirs. If you did not ask for it, stay."
  },
  "join.replace": { zh: "换成{name}", en: "Sign in as {name}" },
  "join.stay": { zh: "不换", en: "Stay signed in" },
  "join.failed": { zh: "没有登录成功", en: "Not signed in" },
  "join.ended": {
    zh: "这个邀请已经用过、作废了，或者过了 15 分钟。请店长再出一个二维码，扫一下就好。",
    en: "This invitation was used or revoked, or its 15 minutes are over. Ask the manager for a new QR code and scan it."
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
  "join.screen": { zh: "让这块大屏看店里的数？", en: "Let this screen see the shop's figures?" },
  "join.screen.why": {
    zh:
      "同意以后，你扫的那块屏会一直显示营业额，只能看，不能录入；在“管理 → 人员”里可以让它退出。只有店里的屏就在你面前时才同意：别人发来的链接或图片，请不要同意。",
    en:
      "The screen that shows the code then sees the turnover until you sign it out under Admin → People. It may only read. Approve it only while you stand in front of the shop's screen, never by a link or picture that somebody has sent."
  },
  "join.screen.no": { zh: "不同意", en: "No" },
  "join.screen.yes": { zh: "同意，只给看数", en: "Yes, let it read" },
  "join.screen.done": { zh: "好了，大屏马上就亮", en: "Done: the screen shows the figures in a moment" },
  "join.screen.failed": { zh: "大屏没有登录成功", en: "The screen was not let in" },
  "join.screen.ended": {
    zh: "这个码已经用过，或者过了 5 分钟。请扫屏上现在的码。",
    en: "This code was used already, or its 5 minutes are over. Scan the one that the screen shows now."
  },
  "join.screen.nobody": {
    zh: "这台手机还没有登录。请用店长已登录的手机扫，或者先登录再扫。",
    en: "This phone is not signed in. Scan with the manager's phone, or sign in first and scan again."
  },
  "join.screen.role": {
    zh: "你的登录（{role}）不能让大屏登录，请店长来扫。",
    en: "Your sign-in ({role}) cannot let a screen in. Ask the manager to scan it."
  },
  "join.screen.taken": {
    zh: "人员里已经有别的人或程序叫“大屏”。请先移除它，或者换个名字。",
    en: "A person or program named 大屏 is there already. Remove it first, or give it another name."
  },
  "join.screen.offline": {
    zh: "没有网络，还没同意。连上网再点一次。",
    en: "No connection, nothing is approved yet. Try again once you are online."
  },
  "join.home": { zh: "看板", en: "Dashboard" },
  "join.sign_in": { zh: "用密码登录", en: "Sign in with a password" }
} as const satisfies Words
