import type { Words } from "./Words.ts"

/** The sentences of a wall screen that is not signed in. */
export const screenWords = {
  "screen.title": { zh: "用店长的手机扫一扫", en: "Scan with the manager's phone" },
  "screen.lead": {
    zh: "手机先要登录过。扫码、同意以后，这块屏就显示营业额，不用键盘。",
    en: "The phone has to be signed in. Scan and approve, and this screen shows the turnover, without a keyboard."
  },
  "screen.code": { zh: "让这块屏登录的二维码", en: "QR code that lets this screen in" },
  "screen.lost": { zh: "连不上服务器，会自动重试。", en: "Can't reach the server. Trying again." },
  "screen.local": {
    zh: "这块屏是用 {host} 打开的，手机到不了这个地址。请改用手机也能打开的网址。",
    en: "This screen has opened {host}, which no phone can reach. Please open an address that a phone can open too."
  },
  "screen.password": { zh: "用密码登录", en: "Sign in with a password" }
} as const satisfies Words
