import { weekdayOf, weekdays } from "./Almanac.ts"

/** The facts of a message, as the service stores them. */
export interface Announcement {
  readonly kind: string
  readonly date?: string
  readonly cents?: number | null
  readonly source?: string | null
  readonly before?: number | null
  readonly reason?: string
  readonly actor?: string
  readonly days?: number
  readonly first?: string
  readonly last?: string
  readonly totalCents?: number
  readonly cutoff?: string
  readonly cutoffAt?: number
  /** The day of an undo has no figure, before or after, because the shop is closed. */
  readonly closed?: true
  /** The head of the audit, in the settlement's messages. */
  readonly head?: string
  /** The additional facts of the settlement's message. */
  readonly story?: object
  /** The figures of a report. */
  readonly report?: {
    readonly period: { readonly kind: "week" | "month"; readonly name: string; readonly first: string; readonly last: string }
    readonly window: {
      readonly cents: number
      readonly generatedCents: number
      readonly finalDays: number
      readonly closedDays: number
      readonly missing: ReadonlyArray<string>
    }
    readonly generatedCents: number
    readonly countedDays: number
    readonly best: { readonly date: string } | null
    readonly worst: { readonly date: string } | null
  }
  /** Why a final figure is sent again. */
  readonly again?: string
  readonly note?: string
  /** The range of the amount that will be generated for the reminded day; null for none. */
  readonly range?: { readonly min: number; readonly max: number } | null
}

const kindLabels: Readonly<Record<string, string>> = {
  daily: "日结",
  finalized: "定版",
  entered: "录入",
  corrected: "更正",
  confirmed: "确认",
  withdrawn: "撤回",
  undone: "撤销",
  closed: "店休",
  awaited: "缺",
  reminder: "提醒",
  imported: "导入",
  digest: "导入",
  repeat: "补推"
}
const sources: Readonly<Record<string, string>> = { generated: "系统估算", manual: "人工录入", import: "导入", feed: "收银系统" }

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const yuan = (cents: number): string => `¥${grouped.format(cents / 100)}`

const short = (cents: number | null, closed = false): string => cents === null ? closed ? "店休" : "没有数" : yuan(cents).replace(".00", "")

const dayOf = (date: string) => {
  const [, month, day] = date.split("-").map(Number)
  return `${month}月${day}日`
}

const labelled = (date: string) => `${dayOf(date)} ${weekdays[weekdayOf(date)] ?? ""}`

/** The title that a message must have, without years, and lines that must be among those below it. */
export interface Facts {
  readonly title: string
  readonly lines: ReadonlyArray<string>
}

const actors: Readonly<Record<string, string>> = { admin: "管理员", "auto-import": "启动时导入" }

const byLine = (actor: string, verb: string) => (actors[actor] ?? actor).replace(new RegExp(`${verb}$`), "") + verb

export const factsOf = (announcement: Announcement, shop: string): Facts => {
  const { actor = "", before = null, cents = null, closed = false, date = "", kind, reason = "", source } = announcement
  const label = kindLabels[kind] ?? ""
  const person = [byLine(actor, label), ...(reason.trim() === "" ? [] : [`原因：${reason}`])]
  const ofShop = [shop, `${shop} · ${weekdays[weekdayOf(date)] ?? ""}`]
  const full = `${label} ${yuan(cents ?? 0)} · ${labelled(date)}`
  const replacing = `${label} ${dayOf(date)} ${short(before, closed)} → ${short(cents, closed)}`
  switch (kind) {
    case "digest": {
      const { days = 0, first = "", last = "", totalCents = 0 } = announcement
      return {
        title: `${label} ${days} 天 · 合计 ${yuan(totalCents)}`,
        lines: [`${labelled(first)} 至 ${labelled(last)}`, byLine(actor, label), shop]
      }
    }
    case "closed":
      return { title: `${label} · ${labelled(date)}`, lines: [...(reason === "" ? [] : [`备注：${reason}`]), shop] }
    case "awaited":
      return { title: `${label} · ${labelled(date)}`, lines: [shop] }
    case "reminder":
      return { title: `还没录入 · ${announcement.cutoff ?? ""} 结账`, lines: [shop] }
    case "report": {
      const { period, window } = announcement.report ?? { period: undefined, window: { cents: NaN, generatedCents: NaN } }
      const { first = "", kind: length = "", last = "" } = period ?? {}
      const { cents, generatedCents } = window
      const about = `约 ${yuan(Math.round(generatedCents / 100) * 100).replace(".00", "")}（全部是估算）`
      const sum = cents > 0 && cents === generatedCents ? about : yuan(cents - generatedCents)
      return {
        title: length === "week"
          ? `周报 ${sum} · ${dayOf(first)}–${dayOf(last)}`
          : `月报 ${sum} · ${Number(first.slice(5, 7))}月`,
        lines: [shop]
      }
    }
    case "withdrawn":
      return { title: `${label} ${short(before)} · ${labelled(date)}`, lines: [...person, shop] }
    case "undone":
    case "corrected":
      return { title: replacing, lines: [...person, ofShop[1] ?? ""] }
    case "imported":
      return before === null || before === cents
        ? { title: full, lines: [byLine(actor, label), shop] }
        : { title: replacing, lines: [byLine(actor, label), ofShop[1] ?? ""] }
    case "entered":
    case "confirmed":
      return { title: full, lines: [...person, shop] }
    default:
      return source === "generated"
        ? { title: `估算 ${dayOf(date)} ${short(cents)}`, lines: [ofShop[1] ?? ""] }
        : { title: full, lines: [shop] }
  }
}

/** Whether a message states what it must. A title or line names a year only if it is not the current one. */
export const isSaid = ({ lines, title }: Facts, sent: { readonly title: string; readonly lines: ReadonlyArray<string> }): boolean => {
  const yearless = [sent.title, ...sent.lines].map((line) => line.replaceAll(/\d{4}年(?=\d+月)/g, ""))
  return yearless[0] === title && lines.every((line) => yearless.includes(line))
}

/**
 * What a message adds if the figure of its day has changed since it was stored: the current amount and source; undefined if it has
 * not.
 */
export const latestOf = (
  { cents = null, kind, source = null }: Announcement,
  day: { readonly cents: number; readonly source: string } | undefined
): string | undefined => {
  const stands = day === undefined ? cents === null : cents === day.cents && source === day.source
  if (stands || ["digest", "reminder", "report"].includes(kind)) return undefined
  return day === undefined
    ? "后来撤回了，这一天现在没有数。"
    : `现在是 ${yuan(day.cents)}（${sources[day.source] ?? ""}），以这个数为准。`
}
