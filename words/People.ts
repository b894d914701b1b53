import type { Words } from "./Words.ts"

/** The sentences about people, phones and tokens. */
export const peopleWords = {
  "people.title": { zh: "人员", en: "People" },
  "people.lead": {
    zh: "扫一次码，登录 180 天，不用密码。手机丢了，点“退出”就失效。",
    en: "One scan signs a phone in for 180 days, no password needed. Sign out a lost phone with one tap."
  },
  "people.name": { zh: "名字", en: "Name" },
  "people.name.example": { zh: "小王", en: "Wang" },
  "people.role": { zh: "可以做什么", en: "Can do" },
  "people.invite": { zh: "出二维码", en: "Show a QR code" },
  "people.token": { zh: "给程序用：出密码", en: "For a program: create a password" },
  "people.none": { zh: "还没有人员。现在只有管理密码能登录。", en: "No people yet. Only the admin password signs in." },
  "people.you": { zh: "你", en: "you" },
  "people.master": { zh: "管理密码", en: "Admin password" },
  "people.waiting": { zh: "等扫码", en: "waiting for the scan" },
  "people.no_phone": { zh: "没有登录的手机", en: "no phone signed in" },
  "people.program": { zh: "程序用的密码", en: "program password" },
  "people.used": { zh: "{when}用过", en: "used {when}" },
  "people.unused": { zh: "还没用过", en: "not used yet" },
  "people.until": { zh: "到 {date} 为止", en: "until {date}" },
  "people.expired": { zh: "已过期", en: "expired" },
  "people.signed_in": { zh: "{date}登录", en: "signed in on {date}" },
  "people.now": { zh: "正在用", en: "in use" },
  "people.end": { zh: "退出", en: "Sign out" },
  "people.end.label": { zh: "退出 {name} 的 {device}", en: "Sign out {device} of {name}" },
  "people.ended": { zh: "{name} 的 {device} 已退出。", en: "{device} of {name} signed out." },
  "people.phone": { zh: "加一台手机", en: "Add a phone" },
  "people.phone.label": { zh: "给 {name} 加一台手机", en: "Add a phone for {name}" },
  "people.role.label": { zh: "{name} 的角色", en: "Role of {name}" },
  "people.role.changed": { zh: "{name} 现在是“{role}”。", en: "{name} is now “{role}”." },
  "people.remove": { zh: "移除", en: "Remove" },
  "people.revoke": { zh: "作废", en: "Revoke" },
  "people.remove.label": { zh: "移除 {name}", en: "Remove {name}" },
  "people.revoke.label": { zh: "作废 {name} 的密码", en: "Revoke the password of {name}" },
  "people.remove.title": { zh: "移除 {name}？", en: "Remove {name}?" },
  "people.remove.text": {
    zh: "{name} 的手机和密码马上失效。以前的修改记录都在。",
    en: "{name}'s phones and password stop working at once. The change log stays."
  },
  "people.remove.no": { zh: "不移除", en: "Keep" },
  "people.remove.yes": { zh: "移除", en: "Remove" },
  "people.removed": { zh: "{name} 已移除。", en: "{name} removed." },
  "people.may.view": { zh: "看看板、历史和修改记录", en: "sees the dashboard, the history and the change log" },
  "people.may.entry": {
    zh: "录入今天和近 7 天还没有人录入的数，写备注，标店休",
    en: "enters today and the last 7 days that nobody has entered; notes, days marked “Shop closed”"
  },
  "people.may.manager": {
    zh: "修改和撤回任何一天，导入，定目标，看消息，让大屏登录",
    en: "changes and withdraws any day, imports, sets goals, sees messages, signs a wall screen in"
  },
  "people.may.admin": { zh: "管人员和设置", en: "manages people and settings" },
  "people.invited": { zh: "还没用的邀请", en: "Open invitations" },
  "people.invited.until": { zh: "{time} 前有效", en: "works until {time}" },
  "people.invited.revoke": { zh: "作废 {name} 的邀请", en: "Revoke the invitation of {name}" },
  "people.invited.revoked": { zh: "{name} 的邀请已作废。", en: "The invitation of {name} is revoked." },
  "people.roles": { zh: "角色", en: "Roles" },
  "invitation.lead": { zh: "让{name}用自己的手机扫一下", en: "{name} scans this with the phone" },
  "invitation.code": { zh: "登录二维码", en: "QR code to sign in" },
  "invitation.left": { zh: "还有 {left}，只能用一次", en: "{left} left, works once" },
  "invitation.over": { zh: "15 分钟过了，这个码已失效。", en: "The 15 minutes are up; this code no longer works." },
  "invitation.done": { zh: "{name} 的手机已登录。", en: "{name}'s phone is signed in." },
  "invitation.copy": { zh: "复制链接", en: "Copy the link" },
  "invitation.close": { zh: "收起", en: "Close" },
  "invitation.local": {
    zh: "二维码指向 {host}，只有本机能打开，手机打不开。请到“设置”里把“消息里的网址”改成手机能打开的，再出二维码。",
    en:
      "The code leads to {host}, which only this computer can open. Under Settings, set “address in messages” to one that phones can open, then show a new code."
  },
  "invitation.plain": {
    zh: "手机先连上店里的 Wi-Fi 再扫。二维码指向 {host}，不是 https：同一个网络里的人可能看到登录信息，只在自己店里的网络用。",
    en:
      "Connect the phone to the shop's Wi-Fi first. The code leads to {host} without https: others on the same network may see the sign-in, so only use it on the shop's own network."
  },
  "invitation.no_code": { zh: "二维码没有加载成功，请复制链接发给他。", en: "The QR code didn't load. Please copy the link instead." },
  "secret.lead": {
    zh: "{name} 的密码，只显示这一次。放进程序的 X-Admin-Token 请求头。",
    en: "The password of {name}, shown this once. A program sends it in the header X-Admin-Token."
  },
  "secret.copy": { zh: "复制密码", en: "Copy the password" },
  "device.this": { zh: "这台设备", en: "this device" },
  "device.android": { zh: "安卓手机", en: "Android phone" },
  "device.huawei": { zh: "华为手机", en: "Huawei phone" },
  "device.xiaomi": { zh: "小米手机", en: "Xiaomi phone" },
  "device.oppo": { zh: "OPPO 手机", en: "OPPO phone" },
  "device.vivo": { zh: "vivo 手机", en: "vivo phone" },
  "device.iphone": { zh: "iPhone", en: "iPhone" },
  "device.ipad": { zh: "iPad", en: "iPad" },
  "device.windows": { zh: "Windows 电脑", en: "Windows computer" },
  "device.mac": { zh: "Mac 电脑", en: "Mac" },
  "device.linux": { zh: "Linux 电脑", en: "Linux computer" },
  "device.other": { zh: "其他设备", en: "another device" },
  "when.today": { zh: "今天 {time}", en: "today {time}" },
  "when.yesterday": { zh: "昨天 {time}", en: "yesterday {time}" },
  "when.days": { zh: "{n} 天前", en: "{n} days ago" },
  "countdown.minutes": { zh: "{m} 分 {s} 秒", en: "{m} min {s} s" },
  "countdown.seconds": { zh: "{s} 秒", en: "{s} s" }
} as const satisfies Words
