import type { Words } from "./Words.ts"

/** The question before a person signs out. */
export const signOutWords = {
  "sign_out.title": { zh: "退出登录？", en: "Sign out?" },
  "sign_out.text": {
    zh: "退出以后，这台设备要重新扫码或输入密码才能登录。",
    en: "To sign in again, this device needs a new QR code or the password."
  },
  "sign_out.typed": { zh: "填了还没有保存的内容会丢掉。", en: "Anything typed and not saved is lost." },
  "sign_out.no": { zh: "不退出", en: "Stay signed in" },
  "sign_out.failed": {
    zh: "连不上服务器，还没有退出。请再试一次。",
    en: "Can't reach the server. You are still signed in. Please try again."
  }
} as const satisfies Words
