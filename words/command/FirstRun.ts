import type { Words } from "../Words.ts"

/** What `turnover setup` says beside the questions, which are those of the page. */
export const firstRunWords = {
  "first.begin": {
    zh: "直接按回车，就用 › 后面的答案。",
    en: "Press Enter to take the answer shown."
  },
  "first.place": {
    zh: "时区 {zone}，币种 {currency}，语言 中文，金额写成 {sample}（不对就用 --time-zone、--currency、--language、--locale 改）",
    en:
      "Time zone {zone}, currency {currency}, language English, amounts like {sample} (--time-zone, --currency, --language and --locale change them)"
  },
  "first.chat": {
    zh: "群机器人的网址（没有就留空，消息先打印出来）",
    en: "Address of the chat's bot (empty: messages are only printed)"
  },
  "first.bad": { zh: "--{name}：{why}", en: "--{name}: {why}" },
  "first.bad.name": { zh: "店名要有 1 到 100 个字", en: "expected 1 to 100 characters" },
  "first.bad.amount": { zh: "要写一个大于 0 的金额，例如 3200", en: "expected an amount above 0, such as 3200" },
  "first.bad.chat": { zh: "这个网址不能用：{fault}", en: "this address cannot be used: {fault}" },
  "first.missing": {
    zh: "setup：请写 --{name}，或者在终端里运行，一题一题地答",
    en: "setup: expected --{name}, or a terminal to ask in"
  },
  "first.exists": {
    zh: "{file} 里已经有“{shop}”的设置，什么都没有写；要覆盖就加 --replace",
    en: "{file} has the settings of \"{shop}\": nothing is written; --replace writes over them"
  },
  "first.written": { zh: "已写好 {files}", en: "Written: {files}" },
  "first.left.link": {
    zh: "{file} 是个链接，这台机器上的别人能改 {found}，所以没有写。请自己加上：",
    en: "{file} is a link, and other users of the machine can write {found}, so it is not written. Add yourself:"
  },
  "first.left.owner": {
    zh: "{file} 是另一个用户（{found}）的文件，所以没有写。请换那个用户运行 setup，或者自己加上：",
    en: "{file} belongs to another user ({found}), so it is not written. Run setup as that user, or add yourself:"
  },
  "first.left.kept": {
    zh: "{file} 换不了（{found}），没有写。请自己加上：",
    en: "{file} cannot be replaced ({found}), so it is not written. Add yourself:"
  },
  "first.kept": { zh: "原有的设置都留着：{keys}", en: "Kept as they were: {keys}" },
  "first.token": {
    zh: "管理密码（只显示这一次，存在 .env）：{token}",
    en: "Admin password (shown this once; it is in .env): {token}"
  },
  "first.token.kept": { zh: "管理密码没有变，在 .env 的 ADMIN_TOKEN", en: "The admin password is unchanged: ADMIN_TOKEN in .env" },
  "first.token.environment": {
    zh: "管理密码用环境变量 ADMIN_TOKEN 里的那一个",
    en: "The admin password is that of the environment variable ADMIN_TOKEN"
  },
  "first.start": { zh: "启动：{command}", en: "Start: {command}" },
  "first.here": { zh: "这台电脑打开：{address}", en: "On this machine: {address}" },
  "first.phones": { zh: "同一网络的手机打开：{addresses}", en: "Phones on the same network: {addresses}" },
  "first.next": {
    zh: "然后：打开 /admin 登录 → 人员 → 给录入的人扫码",
    en: "Then sign in at /admin; under People, show the code to the person who enters figures"
  }
} as const satisfies Words
