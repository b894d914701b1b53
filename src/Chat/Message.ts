import type { DateTime } from "effect"
import type { Currency } from "../Domain/Amount.ts"
import type { Announcement, DayAnnouncement } from "../Domain/Announcement.ts"
import { FigureSince } from "../Domain/FigureSince.ts"
import type { Language } from "../Domain/Language.ts"
import { testing } from "../Domain/Messages.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import { contentOf } from "./Message/Content.ts"
import { wordingIn } from "./Message/Phrases.ts"
import { defused, oneLine } from "./PlainText.ts"

type AskedTest = Parameters<typeof testing>[0]

/** A test message as a person asks for it, about a day as it is stored. Without a reason it says that it is a test. */
export const testMessage = (
  asked: Omit<AskedTest, "reason"> & { readonly reason: string | undefined },
  stored: Turnover | undefined,
  language: Language
): DayAnnouncement => testing({ ...asked, reason: asked.reason ?? wordingIn(language).say("test.reason") }, stored)

/** The content of a message, independent of its format. */
export interface Message {
  /** Contains the amount, or what the reader has to do: a lock screen shows only the title. */
  readonly title: string
  /** The colour of the card's header, in Feishu's own words. */
  readonly colour: string
  /** Lines that belong together are one group. */
  readonly groups: ReadonlyArray<ReadonlyArray<Line>>
  /** The facts, and the name of the shop as in the settings, for programs that receive the message. */
  readonly announcement: Announcement
  readonly shop: string
  /** The currency of its amounts, by ISO 4217. */
  readonly currency: string
  /** Where the message comes from: the shop and the time. */
  readonly origin: ReadonlyArray<string>
  /** The page to open; null without a `public_url`. */
  readonly link: Link | null
  /** The separator of a label and its address in plain text. */
  readonly colon: string
}

/** Text that people may have typed; or words of the service with links among them. */
export type Line = string | ReadonlyArray<string | Link>

export interface Link {
  readonly label: string
  readonly url: string
}

export interface MessageContext {
  readonly shopName: string
  /** A word that the bot requires in every message; empty if it requires none. */
  readonly keyword: string
  /** The address of the pages; null if messages have no link. */
  readonly publicUrl: string | null
  readonly language: Language
  readonly currency: Currency
  /** In the shop's zone. A date of another year is written with its year. */
  readonly now: DateTime.Zoned
}

/**
 * Composes the facts, which are the same in every format. The keyword is not changed: the bot looks for exactly that word.
 * @param since how the day's figure has changed since the message was stored
 */
export const compose = (announcement: Announcement, context: MessageContext, since: FigureSince = FigureSince.Same()): Message => {
  const { origin, weekday, ...content } = contentOf(announcement, context, since)
  const keyword = oneLine(context.keyword)
  const title = content.title.includes(keyword) ? content.title : `${content.title} · ${keyword}`
  const shop = defused(context.shopName)
  return {
    ...content,
    announcement,
    shop: context.shopName,
    currency: context.currency.code,
    title,
    groups: content.groups.filter((lines) => lines.length > 0),
    origin: [
      [title.includes(shop) ? "" : shop, weekday].filter((part) => part !== "").join(" · "),
      ...origin
    ].filter((line) => line !== "")
  }
}

/** How a product writes text and links on a line. */
export interface Dialect {
  readonly text: (text: string) => string
  readonly link: (link: Link) => string
}

export const lineIn = ({ link, text }: Dialect, line: Line): string =>
  typeof line === "string" ? text(line) : line.map((part) => typeof part === "string" ? text(part) : link(part)).join("")

/** The groups as quotes in markdown, with an empty line between two. */
export const quotedLines = (dialect: Dialect, groups: Message["groups"]): ReadonlyArray<string> =>
  groups.flatMap((lines, index) => [...(index === 0 ? [] : [""]), ...lines.map((line) => `> ${lineIn(dialect, line)}`)])

/** The words of a line without addresses. */
export const labels: Dialect = { text: (text) => text, link: ({ label }) => label }

/** The title and the lines as a page shows them: without addresses, because the reader is already on the page. */
export const toLines = ({ groups, origin, title }: Message) => ({
  title,
  lines: [...groups.flat().map((line) => lineIn(labels, line)), ...origin]
})

const plainDialect: Dialect = { text: (text) => text, link: ({ label, url }) => `${label} ${url}` }

/** The message as lines of plain text: the title, the groups, the link and the origin. */
export const textLines = ({ colon, groups, link, origin, title }: Message): ReadonlyArray<string> => [
  title,
  ...groups.flat().map((line) => lineIn(plainDialect, line)),
  ...(link === null ? [] : [`${link.label}${colon}${link.url}`]),
  ...origin
]

export const toText = (message: Message): string => textLines(message).join("\n")
