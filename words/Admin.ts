import type { Words } from "./Words.ts"

/** The sentences of the admin page outside of its parts. */
export const adminWords = {
  "admin.page": { zh: "管理 · {shop}", en: "Admin · {shop}" },
  "reload": { zh: "重新加载", en: "Reload" },
  "new.build": {
    zh: "服务已升级。填完手头的内容后，请重新加载这一页。",
    en: "The service has been upgraded. Please reload this page when you have finished typing."
  },
  "stale.admin": { zh: "与服务器的连接中断，正在重新连接。", en: "Connection to the server lost, reconnecting." },
  "tabs": { zh: "管理栏目", en: "Admin sections" },
  "tab.import": { zh: "导入", en: "Import" },
  "tab.messages": { zh: "消息", en: "Messages" },
  "tab.goals": { zh: "目标", en: "Goals" },
  "tab.messages.short": { zh: "消息", en: "Chat" },
  "tab.audit": { zh: "修改记录", en: "Change log" },
  "tab.audit.short": { zh: "记录", en: "Log" },
  "tab.system": { zh: "系统", en: "System" },
  "all": { zh: "全部", en: "All" },
  "more": { zh: "更早的", en: "Older" },
  "again": { zh: "再试一次", en: "Try again" }
} as const satisfies Words
