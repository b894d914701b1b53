import type { Words } from "./Words.ts"

/** What the admin page says until the server takes the token. */
export const gateWords: Words = {
  "gate.title": { zh: "请输入管理密码", en: "Sign in" },
  "gate.lead": {
    zh: "即服务器上 ADMIN_TOKEN 的值。只保存在这个标签页里，关闭即清除。",
    en: "The value of ADMIN_TOKEN on the server. It is kept in this tab only, and gone when you close it."
  },
  "gate.token": { zh: "管理密码", en: "Admin password" },
  "gate.enter": { zh: "登录", en: "Sign in" },
  "gate.wrong": { zh: "密码不对，请核对后再输入。", en: "That password is wrong. Please check it and try again." },
  "gate.again": { zh: "密码已失效，请重新输入。", en: "The password no longer works. Please enter it again." },
  "gate.throttled": { zh: "输错次数太多，{left} 后可以再试。", en: "Too many wrong passwords. You can try again in {left}." },
  "gate.seconds": { zh: "{n} 秒", en: "{n} s" },
  "gate.disabled.title": { zh: "管理功能没有开启", en: "Admin is switched off" },
  "gate.disabled": {
    zh: "服务器还没有设置管理密码（ADMIN_TOKEN），所以不能录入和修改。看板照常可用。",
    en: "The server has no admin password (ADMIN_TOKEN) yet, so nothing can be entered or changed. The dashboard works as usual."
  },
  "gate.disabled.how": {
    zh: "在服务的文件夹里，把下面这一行写进 .env 文件，换成自己的密码，再重启服务：",
    en: "Put this line with a password of your own into the file .env in the service's folder, then restart the service:"
  },
  "gate.disabled.value": { zh: "ADMIN_TOKEN=自己的密码，只用英文字母和数字", en: "ADMIN_TOKEN=a-long-password-of-your-own" },
  "gate.disabled.retry": { zh: "设好了，重试", en: "It is set, try again" },
  "gate.unsendable": { zh: "密码里有无法发送的字符，请核对。", en: "The password has characters that cannot be sent. Please check it." }
}
