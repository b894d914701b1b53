import type { Announcement, DayAnnouncement, DayNotice, DayReminder, DayUndoing, ImportDigest } from "../../Domain/Announcement.ts"
import { FigureSince, statedBy } from "../../Domain/FigureSince.ts"
import { isBlank } from "../../Domain/VisibleText.ts"
import type { Link, Message, MessageContext } from "../Message.ts"
import { defused } from "../PlainText.ts"
import { type Phrases, phrasesOf } from "./Phrases.ts"
import { reportText } from "./ReportText.ts"
import { entryUrl, storyGroups } from "./StoryText.ts"

/** The parts of a message that depend on its day or import alone, not on the shop. */
interface Content extends Omit<Message, "announcement" | "shop" | "currency"> {
  /** The day of the week, if the title has only the date; otherwise empty. */
  readonly weekday: string
}

type Said = Pick<Content, "title" | "groups"> & Partial<Pick<Content, "colour" | "weekday">>

/** The colour of an amount that nobody counted: amber. */
const uncounted = "orange"

const coloursOfKinds: Record<Announcement["kind"], string> = {
  daily: "blue",
  finalized: "blue",
  entered: "green",
  corrected: "indigo",
  confirmed: "green",
  withdrawn: "red",
  undone: "indigo",
  closed: "grey",
  awaited: uncounted,
  reminder: "grey",
  imported: "turquoise",
  digest: "turquoise",
  report: "blue",
  repeat: "grey",
  test: "purple"
}

const reasonLine = (reason: string, { say }: Phrases): ReadonlyArray<string> =>
  isBlank(reason) ? [] : [say("reason", { reason: defused(reason) })]

const noteLine = (note: string | undefined, { say }: Phrases): ReadonlyArray<string> =>
  note === undefined ? [] : [say("note", { note: defused(note) })]

/** Who did it: `王店长更正`. The verb is left out if the name ends with it. */
const byLine = (actor: string, kind: "entered" | "corrected" | "confirmed" | "imported" | "withdrawn" | "undone", phrases: Phrases) => {
  if (actor === "auto-import") return [phrases.say("by.auto-import")]
  if (actor === "command-line" && kind === "imported") return [phrases.say("by.command-line")]
  const name = phrases.name(actor)
  if (isBlank(name)) return []
  return [name.endsWith(phrases.kind(kind)) ? name : phrases.say(`by.${kind}`, { name })]
}

/** A figure from the settlement. */
const ofSettlement = (day: DayAnnouncement, publicUrl: string | null, phrases: Phrases): Said => {
  const { again, cents, date, kind, rechecked, source } = day
  const { say } = phrases
  const label = phrases.kind(kind)
  const why = [...(again === undefined ? [] : [say(`again.${again}`)]), ...(rechecked === true ? [say("rechecked")] : [])]
  const [first = [], ...others] = storyGroups(day, publicUrl, phrases)
  if (source !== "generated") {
    return {
      title: `${label} ${phrases.amount(cents)} · ${phrases.fullDay(date)}`,
      groups: [[...why, ...first], ...others]
    }
  }
  return {
    colour: uncounted,
    title: say("estimated.title", { day: phrases.dayName(date), amount: phrases.short(cents) }),
    weekday: phrases.weekday(date),
    groups: [[...(why.length === 0 ? [] : [[label, ...why].join(say("colon"))]), ...first], ...others]
  }
}

/** A figure that replaces an earlier one of the same day. */
const ofReplacing = ({ before, cents, date, kind }: DayAnnouncement, phrases: Phrases): Said => ({
  title: `${phrases.kind(kind)} ${phrases.dayName(date)} ${phrases.shortOrNone(before)} → ${phrases.short(cents)}`,
  weekday: phrases.weekday(date),
  groups: [before === null ? [] : [phrases.say("difference", { by: phrases.signed(cents - before) })]]
})

/** A figure that was set by a person, an import or a till. */
const ofEntry = (
  day: DayAnnouncement & { readonly kind: "entered" | "corrected" | "confirmed" | "imported" },
  phrases: Phrases
): Said => {
  const { actor, before, cents, date, kind, note, reason, rechecked } = day
  const checked = rechecked === true ? [phrases.say("rechecked")] : []
  const isReplacing = kind === "corrected" || (kind === "imported" && before !== null && before !== cents)
  const { groups, title, weekday = "" } = isReplacing
    ? ofReplacing(day, phrases)
    : { title: `${phrases.kind(kind)} ${phrases.amount(cents)} · ${phrases.fullDay(date)}`, groups: [] }
  return {
    title,
    weekday,
    groups: [[...groups.flat(), ...checked, ...byLine(actor, kind, phrases), ...reasonLine(reason, phrases)], noteLine(note, phrases)]
  }
}

const ofTest = ({ cents, date, reason, source }: DayAnnouncement, phrases: Phrases): Said => {
  const { amount, fullDay, say } = phrases
  const why = isBlank(reason) ? [] : [defused(reason)]
  // Nobody asked for an amount, and the day has none.
  if (source === null && cents === 0) return { title: say("test.connected"), groups: [[...why, say("test.only")]] }
  return {
    title: say("test.title", { amount: amount(cents), day: fullDay(date) }),
    groups: [[...why, source === null ? say("test.invented") : say("test.stored", { source: phrases.source(source) })]]
  }
}

const ofNotice = ({ actor, before, date, kind, reason }: DayNotice, phrases: Phrases): Said => {
  const label = phrases.kind(kind)
  switch (kind) {
    case "closed":
      return {
        title: `${label} · ${phrases.fullDay(date)}`,
        groups: [[phrases.say("closed")], noteLine(isBlank(reason) ? undefined : reason, phrases)]
      }
    case "awaited":
      return {
        title: `${label} · ${phrases.fullDay(date)}`,
        groups: [[phrases.say("awaited")]]
      }
    case "withdrawn":
      return {
        title: `${label} ${phrases.shortOrNone(before)} · ${phrases.fullDay(date)}`,
        groups: [[...byLine(actor, kind, phrases), ...reasonLine(reason, phrases)]]
      }
  }
}

const ofUndoing = ({ actor, before, cents, closed, date, kind, reason, source }: DayUndoing, phrases: Phrases): Said => ({
  title: `${phrases.kind(kind)} ${phrases.dayName(date)} ${phrases.shortOrNone(before, closed)} → ${phrases.shortOrNone(cents, closed)}`,
  weekday: phrases.weekday(date),
  groups: [[
    ...(source === null ? [] : [phrases.say("restored", { source: phrases.source(source) })]),
    ...byLine(actor, kind, phrases),
    ...reasonLine(reason, phrases)
  ]]
})

/** What is missing, and what happens if it is not entered. */
const outlook = ({ date, range }: DayReminder, { fullDay, range: rangeText, say }: Phrases): string => {
  const day = fullDay(date)
  if (range === undefined) return say("reminder", { day })
  return range === null ? say("reminder.none", { day }) : say("reminder.range", { day, range: rangeText(range) })
}

const ofReminder = (reminder: DayReminder, phrases: Phrases): Said => ({
  title: phrases.say("reminder.title", { cutoff: reminder.cutoff }),
  groups: [[outlook(reminder, phrases)]]
})

const ofDigest = ({ actor, days, first, last, totalCents }: ImportDigest, phrases: Phrases): Said => ({
  title: phrases.counted("digest.title", days, { amount: phrases.amount(totalCents) }),
  groups: [[
    phrases.say("digest.days", { first: phrases.fullDay(first), last: phrases.fullDay(last) }),
    ...byLine(actor, "imported", phrases)
  ]]
})

const saidOf = (announcement: Announcement, publicUrl: string | null, phrases: Phrases): Said => {
  switch (announcement.kind) {
    case "digest":
      return ofDigest(announcement, phrases)
    case "report":
      return reportText(announcement.report, publicUrl, phrases)
    case "reminder":
      return ofReminder(announcement, phrases)
    case "undone":
      return ofUndoing(announcement, phrases)
    case "withdrawn":
    case "closed":
    case "awaited":
      return ofNotice(announcement, phrases)
    case "test":
      return ofTest(announcement, phrases)
    case "daily":
    case "finalized":
    case "repeat":
      return ofSettlement(announcement, publicUrl, phrases)
    default:
      return ofEntry({ ...announcement, kind: announcement.kind }, phrases)
  }
}

/**
 * The link opens the page to enter a day that has no counted figure. For any other day it opens the dashboard, with the day in the
 * fragment.
 */
const linkOf = (announcement: Announcement, publicUrl: string | null, since: FigureSince, { say }: Phrases): Link | null => {
  if (publicUrl === null) return null
  switch (announcement.kind) {
    case "reminder":
      return { label: say("link.enter_today"), url: `${publicUrl}/enter` }
    case "report":
      return { label: say("link.report"), url: `${publicUrl}/report/${announcement.report.period.name}` }
    case "digest":
    case "test":
      return { label: say("link.dashboard"), url: `${publicUrl}/` }
  }
  const { date, kind } = announcement
  const stated = statedBy(announcement)
  const isWanted = FigureSince.$match(since, {
    Same: () => kind !== "closed" && !("closed" in announcement) && (stated?.cents === null || stated?.source === "generated"),
    Changed: ({ source }) => source === "generated",
    Withdrawn: () => true
  })
  return isWanted ? { label: say("link.enter"), url: entryUrl(publicUrl, date) } : { label: say("link.day"), url: `${publicUrl}/#${date}` }
}

/** The first line of a message whose day has a different figure by now (rule 7.19). */
const latest = (since: FigureSince, { amount, say, source: sourceText }: Phrases) =>
  FigureSince.$match(since, {
    Same: () => [],
    Changed: ({ cents, source }) => [say("latest.changed", { amount: amount(cents), source: sourceText(source) })],
    Withdrawn: () => [say("latest.withdrawn")]
  })

export const contentOf = (announcement: Announcement, context: MessageContext, since: FigureSince): Content => {
  const { publicUrl } = context
  const phrases = phrasesOf(context)
  const { colour = coloursOfKinds[announcement.kind], groups, title, weekday = "" } = saidOf(announcement, publicUrl, phrases)
  return {
    title,
    colour,
    weekday,
    groups: [latest(since, phrases), ...groups],
    link: linkOf(announcement, publicUrl, since, phrases),
    colon: phrases.say("colon"),
    origin: "head" in announcement && announcement.head !== undefined ? [phrases.say("head", { head: announcement.head })] : []
  }
}
