import { kindWords } from "../../../words/Kinds.ts"
import { formatYuan } from "../../Domain/Amount.ts"
import type {
  Announcement,
  DayAnnouncement,
  DayNotice,
  DayReminder,
  DayUndoing,
  ImportDigest,
  RepeatReason
} from "../../Domain/Announcement.ts"
import { FigureSince, statedBy } from "../../Domain/FigureSince.ts"
import { weekdayLabel } from "../../Domain/LocalDate.ts"
import { isBlank } from "../../Domain/Visible.ts"
import type { Link, Message, MessageContext } from "../Message.ts"
import { defused } from "../PlainText.ts"
import { dayName, fullDay, nameOf, rangeText, shortOrNone, shortYuan, signedYuan, sourceText } from "./Phrases.ts"
import { entryUrl, storyGroups } from "./Story.ts"

/** The parts of a message that depend on its day or import alone, not on the shop. */
interface Content extends Omit<Message, "origin" | "announcement" | "shop"> {
  /** The day of the week, if the title has only the date; otherwise empty. */
  readonly weekday: string
  readonly head: string | undefined
}

type Said = Pick<Content, "title" | "groups"> & Partial<Pick<Content, "colour" | "weekday">>

/** Amber: an amount that nobody counted. */
const uncounted = "orange"

const colours: Record<Announcement["kind"], string> = {
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
  repeat: "grey",
  test: "purple"
}

const labelOf = (kind: Exclude<Announcement["kind"], "digest">): string => kindWords[`kind.${kind}`].zh

/** Why the group gets a final day's figure again. */
const reasons: Record<RepeatReason, string> = {
  cutoff: "到了结账时间，再次通知",
  reload: "配置已重读，再次通知",
  always: "按设置每次检查都再次通知",
  unconfirmed: "还没有确认送达，再次通知"
}

/** Some changes have no reason. */
const reasonLine = (reason: string): ReadonlyArray<string> => isBlank(reason) ? [] : [`原因：${defused(reason)}`]

const noteLine = (note: string | undefined): ReadonlyArray<string> => note === undefined ? [] : [`备注：${defused(note)}`]

/** Who did it: `王店长更正`. */
const byLine = (actor: string, verb: string): ReadonlyArray<string> => {
  const name = nameOf(actor)
  return isBlank(name) ? [] : [name.endsWith(verb) ? name : `${name}${verb}`]
}

/** A till was asked again the day after. */
const rechecking = "复核：第二天又问了收银系统，以这个数为准。"

/** A figure from the settlement. */
const ofSettlement = (day: DayAnnouncement, context: MessageContext): Said => {
  const { again, cents, date, kind, source } = day
  const why = [...(again === undefined ? [] : [reasons[again]]), ...(day.rechecked === true ? [rechecking] : [])]
  const [first = [], ...others] = storyGroups(day, context)
  if (source !== "generated") {
    return {
      title: `${labelOf(kind)} ${formatYuan(cents)} · ${fullDay(date, context.now)}`,
      groups: [[...why, ...first], ...others]
    }
  }
  return {
    colour: uncounted,
    title: `未清点 ${dayName(date, context.now)} 系统估算 ${shortYuan(cents)}`,
    weekday: weekdayLabel(date),
    groups: [[[labelOf(kind), ...why].join("："), ...first], ...others]
  }
}

/** A figure that replaces an earlier one of the same day. */
const ofReplacing = ({ before, cents, date, kind }: DayAnnouncement, { now }: MessageContext): Said => ({
  title: `${labelOf(kind)} ${dayName(date, now)} ${shortOrNone(before)} → ${shortYuan(cents)}`,
  weekday: weekdayLabel(date),
  groups: [before === null ? [] : [`差额 ${signedYuan(cents - before)}`]]
})

/** A figure that a person, an import or a till has set. */
const ofEntry = (day: DayAnnouncement, context: MessageContext): Said => {
  const { actor, before, cents, date, kind, note, reason, rechecked } = day
  const checked = rechecked === true ? [rechecking] : []
  const isReplacing = kind === "corrected" || (kind === "imported" && before !== null && before !== cents)
  const { groups, title, weekday = "" } = isReplacing
    ? ofReplacing(day, context)
    : { title: `${labelOf(kind)} ${formatYuan(cents)} · ${fullDay(date, context.now)}`, groups: [] }
  return {
    title,
    weekday,
    groups: [[...groups.flat(), ...checked, ...byLine(actor, labelOf(kind)), ...reasonLine(reason)], noteLine(note)]
  }
}

const ofTest = ({ cents, date, reason, source }: DayAnnouncement, { now }: MessageContext): Said => ({
  title: `【测试】${formatYuan(cents)} · ${fullDay(date, now)}`,
  groups: [[
    ...(isBlank(reason) ? [] : [defused(reason)]),
    source === null
      ? "这是一条测试消息，金额不是实际营业额。"
      : `这是一条测试消息。金额就是这一天现在记着的数（${sourceText(source)}）。`
  ]]
})

const ofNotice = ({ actor, before, date, kind, reason }: DayNotice, { now }: MessageContext): Said => {
  switch (kind) {
    case "closed":
      return {
        title: `${labelOf(kind)} · ${fullDay(date, now)}`,
        groups: [["店休，没有营业额。"], isBlank(reason) ? [] : [`备注：${defused(reason)}`]]
      }
    case "awaited":
      return { title: `${labelOf(kind)} · ${fullDay(date, now)}`, groups: [["过了结账时间还没有数，系统不估数：请清点后录入。"]] }
    case "withdrawn":
      return {
        title: `${labelOf(kind)} ${shortOrNone(before)} · ${fullDay(date, now)}`,
        groups: [[...byLine(actor, labelOf(kind)), ...reasonLine(reason)]]
      }
  }
}

const ofUndoing = ({ actor, before, cents, date, kind, reason, source }: DayUndoing, { now }: MessageContext): Said => ({
  title: `${labelOf(kind)} ${dayName(date, now)} ${shortOrNone(before)} → ${shortOrNone(cents)}`,
  weekday: weekdayLabel(date),
  groups: [[
    ...(source === null ? [] : [`恢复的数：${sourceText(source)}`]),
    ...byLine(actor, labelOf(kind)),
    ...reasonLine(reason)
  ]]
})

/** What happens if nobody enters the amount. */
const outlook = (range: DayReminder["range"]): string => {
  if (range === undefined) return ""
  return range === null ? "系统不估数，请清点后录入。" : `到时没人录入，系统会按 ${rangeText(range)} 估一个数，并标明未清点。`
}

const ofReminder = ({ cutoff, date, range }: DayReminder, { now }: MessageContext): Said => ({
  title: `还没录入 · ${cutoff} 结账`,
  groups: [[`${fullDay(date, now)}还没有数。${outlook(range)}`]]
})

const ofDigest = ({ actor, days, first, last, totalCents }: ImportDigest, { now }: MessageContext): Said => ({
  title: `${labelOf("imported")} ${days} 天 · 合计 ${formatYuan(totalCents)}`,
  groups: [[`${fullDay(first, now)} 至 ${fullDay(last, now)}`, ...byLine(actor, labelOf("imported"))]]
})

const saidOf = (announcement: Announcement, context: MessageContext): Said => {
  switch (announcement.kind) {
    case "digest":
      return ofDigest(announcement, context)
    case "reminder":
      return ofReminder(announcement, context)
    case "undone":
      return ofUndoing(announcement, context)
    case "withdrawn":
    case "closed":
    case "awaited":
      return ofNotice(announcement, context)
    case "test":
      return ofTest(announcement, context)
    case "daily":
    case "finalized":
    case "repeat":
      return ofSettlement(announcement, context)
    default:
      return ofEntry(announcement, context)
  }
}

/** For a day without a counted figure, the link opens the page to enter it; for any other, the dashboard, which opens the day in the fragment. */
const linkOf = (announcement: Announcement, publicUrl: string | null, since: FigureSince): Link | null => {
  if (publicUrl === null) return null
  switch (announcement.kind) {
    case "reminder":
      return { label: "去录入", url: `${publicUrl}/enter` }
    case "digest":
    case "test":
      return { label: "打开看板", url: `${publicUrl}/` }
  }
  const { date, kind } = announcement
  const stated = statedBy(announcement)
  const isWanted = FigureSince.$match(since, {
    Same: () => kind !== "closed" && (stated?.cents === null || stated?.source === "generated"),
    Changed: ({ source }) => source === "generated",
    Withdrawn: () => true
  })
  return isWanted ? { label: "补录", url: entryUrl(publicUrl, date) } : { label: "看这一天", url: `${publicUrl}/#${date}` }
}

/** The first line of a message if its day has another figure by now (rule 7.19). */
const latest = FigureSince.$match({
  Same: () => [],
  Changed: ({ cents, source }) => [`现在是 ${formatYuan(cents)}（${sourceText(source)}），以这个数为准。`],
  Withdrawn: () => ["后来撤回了，这一天现在没有数。"]
})

export const contentOf = (announcement: Announcement, context: MessageContext, since: FigureSince): Content => {
  const { colour = colours[announcement.kind], groups, title, weekday = "" } = saidOf(announcement, context)
  return {
    title,
    colour,
    weekday,
    groups: [latest(since), ...groups],
    link: linkOf(announcement, context.publicUrl, since),
    head: "head" in announcement ? announcement.head : undefined
  }
}
