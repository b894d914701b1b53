import { failureWords } from "./Failures.ts"
import type { Words } from "./Words.ts"

/** The sentences of the sign-in page. They do not name the shop, because the reader is not signed in. */
export const signInWords = {
  ...failureWords,
  "sign_in.page": { zh: "登录", en: "Sign in" },
  "gate.title": { zh: "请登录", en: "Sign in" },
  "gate.lead": {
    zh: "用手机录入？请店长打开“管理 → 人员”，扫他给的二维码就登录，不用密码。",
    en: "On a phone? Ask the manager for a QR code: Admin → People. Scanning it signs you in, without a password."
  },
  "gate.token": { zh: "管理密码", en: "Admin password" },
  "gate.keeps": {
    zh: "登录在这个浏览器里保留 180 天。公用的电脑，用完请退出登录。",
    en: "This browser stays signed in for 180 days. On a shared computer, sign out when you are done."
  },
  "gate.enter": { zh: "登录", en: "Sign in" },
  "gate.wrong": { zh: "密码不对，请核对后再输入。", en: "That password is wrong. Please check it and try again." },
  "gate.ended": { zh: "登录已失效，请重新登录。", en: "You are no longer signed in. Please sign in again." },
  "gate.over": { zh: "登录到期了", en: "Your sign-in has ended" },
  "gate.over.amount": { zh: "登录到期了，{amount} 还在", en: "Your sign-in has ended; {amount} is kept" },
  "gate.over.typed": { zh: "登录到期了，填的还在", en: "Your sign-in has ended; what you typed is kept" },
  "gate.over.lead": {
    zh: "请店长出码：管理 → 人员。用这台手机扫一下，就接着录。",
    en: "Ask the manager for a code: Admin → People. Scan it with this phone and go on."
  },
  "gate.password": { zh: "用密码登录", en: "Sign in with the password" },
  "gate.throttled": { zh: "输错次数太多，{left} 后可以再试。", en: "Too many wrong passwords. You can try again in {left}." },
  "gate.seconds": { zh: "{n} 秒", en: "{n} s" },
  "gate.disabled.title": { zh: "这家店还没有设好", en: "This shop is not set up yet" },
  "gate.disabled": {
    zh: "还没有管理密码，所以不能录入和修改。",
    en: "It has no admin password yet, so nothing can be entered or changed."
  },
  "gate.disabled.go": { zh: "去设置这家店", en: "Set the shop up" },
  "gate.disabled.how": {
    zh: "请管服务器的人在服务的文件夹里运行 npm run setup，再重启服务。",
    en: "Ask the person who runs the server to run npm run setup in the service's folder, and to restart the service."
  }
} as const satisfies Words
