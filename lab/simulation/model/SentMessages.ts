import { same } from "../Broken.ts"
import type { BotRequest } from "../Chat.ts"
import { type Announcement, latestOf } from "../MessageFacts.ts"
import type { Book } from "./Book.ts"
import type { Times } from "./Times.ts"

type Day = { readonly cents: number; readonly source: string } | undefined

/** The path in a message's link: to the page that enters a day without a counted figure, otherwise to the page that shows the day. */
const pathOf = ({ date = "", kind, report }: Announcement, day: Day) => {
  if (report !== undefined) return `/report/${report.period.name}`
  if (kind === "digest") return "/"
  if (kind === "reminder") return "/enter"
  const isCounted = day === undefined ? kind === "closed" : day.source !== "generated"
  return isCounted ? `/#${date}` : `/enter?date=${date}`
}

/** Checks a message apart from its facts. `announcement` is undefined for a test. */
export const judgeMessage = (
  { settings }: Times,
  { days, hasJustChanged }: Book,
  { lines, link }: BotRequest,
  announcement: Announcement | undefined
): void => {
  const { publicUrl } = settings()
  const { date = "" } = announcement ?? {}
  if (hasJustChanged(date)) return
  const stored = days.get(date)
  const day = stored?.running === undefined ? stored : undefined
  const path = announcement === undefined ? "/" : pathOf(announcement, day)
  same("a message leads to its page", link, publicUrl === "" ? undefined : `${publicUrl}${path}`)
  if (announcement === undefined) return
  same("a message says what its figure is now, if that has changed",
    lines.find((line) => line.startsWith("现在是 ") || line.startsWith("后来")), latestOf(announcement, day))
}
