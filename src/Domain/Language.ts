/** The languages of messages and pages. */
export const languages = ["zh-CN", "en"] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = "zh-CN"
