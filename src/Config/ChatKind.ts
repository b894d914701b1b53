/** The chat products that messages can be sent to, by their names in `chat_kind`. */
export const chatKinds = ["feishu", "dingtalk", "wecom", "slack", "discord", "telegram", "teams", "webhook"] as const
export type ChatKind = typeof chatKinds[number]
