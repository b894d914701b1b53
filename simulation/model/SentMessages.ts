import { same } from "../Broken.ts"
import type { BotRequest } from "../Chat.ts"
import { type Announcement, latestOf } from "../MessageFacts.ts"
import type { Book } from "./Book.ts"
import type { Times } from "./Times.ts"

/** What follows the public address in a message's link: a day in a message about one day, the dashboard in a test or a digest. */
const pathOf = (facts: BotRequest["facts"]) => {
  const kind = facts.get("类型")
  const days = facts.get("日期")?.match(/\d{4}-\d\d-\d\d/g) ?? []
  return kind === "提醒" ? "/enter" : kind === "测试" || days.length !== 1 ? "/" : `/#${days.join("")}`
}

/** What a message says beside the facts that it announces. `announcement`: undefined for a test. */
export const judgeMessage = (
  { settings }: Times,
  { days, hasJustChanged }: Book,
  { facts, link }: BotRequest,
  announcement: Announcement | undefined
): void => {
  const { publicUrl } = settings()
  same("a message leads to its page", link, publicUrl === "" ? undefined : `${publicUrl}${pathOf(facts)}`)
  if (announcement === undefined) return
  const { date = "" } = announcement
  if (hasJustChanged(date)) return
  same("a message says what its figure is now, if that has changed", [facts.get("最新金额"), facts.get("最新来源")],
    latestOf(announcement, days.get(date)))
}
