import { formatYuan } from "../../Domain/Amount.ts"
import type { DayAnnouncement, DayStory, StorySum } from "../../Domain/Announcement.ts"
import { type LocalDate, weekdayLabel } from "../../Domain/LocalDate.ts"
import type { Line, MessageContext } from "../Message.ts"
import { defused } from "../PlainText.ts"
import { arrow, dayName, nameOf, rangeText, shareText, shortYuan, signedYuan, sourceText, timeText } from "./Phrases.ts"

/** From this multiple of the median on, an amount is stated as a multiple, not as a percentage. */
const multiple = 3

/** How an unusual amount differs: `比近 8 个周五的中位数 ¥4,200 低 38%`. */
const outlierLine = ({ cents, date }: DayAnnouncement, { daysCompared, median }: NonNullable<DayStory["outlier"]>): string => {
  const usual = `近 ${daysCompared} 个${weekdayLabel(date)}的中位数 ${shortYuan(median)}`
  if (cents >= multiple * median) return `请核对：是${usual} 的 ${Math.floor(cents / median)} 倍`
  return `请核对：比${usual} ${cents > median ? "高" : "低"} ${Math.round(Math.abs(cents - median) / median * 100)}%`
}

/** Where a figure comes from: who entered it and when, or that nobody did. */
const sourceLine = ({ date, source, story }: DayAnnouncement, { now }: MessageContext): string => {
  if (source === null) return ""
  const entered = story?.entered ?? null
  if (source !== "generated" && entered !== null) {
    const verb = source === "import" ? "导入" : source === "feed" ? "报数" : "录入"
    const name = nameOf(entered.by)
    return `${name.endsWith(verb) ? name.slice(0, -verb.length) : name} ${timeText(entered.at, date, now)} ${verb}`
  }
  if (source !== "generated" || story === undefined) return sourceText(source)
  const by = story.range === null ? "系统估的" : `系统按 ${rangeText(story.range)} 估的`
  const kept = story.basis === "generated" ? "不是实收。" : "不是实收，不算进比较。"
  return `${weekdayLabel(date)}没有人录入，这是${by}，${kept}`
}

const comparedLines = ({ cents, date }: DayAnnouncement, { basis, lastWeek, mean }: DayStory): ReadonlyArray<string> => {
  const weekday = weekdayLabel(date)
  const kind = basis === "generated" ? "（都是估算）" : ""
  const change = (previous: number, text: string) => `${arrow(cents, previous)}${text}${kind}`
  const ofWeek = (previous: number) => {
    if (cents === previous) return `相同${kind}`
    const share = shareText(cents, previous)
    return change(previous, `${signedYuan(cents - previous)}${share === "" ? "" : `（${share}）`}`)
  }
  return [
    ...(lastWeek === null
      ? []
      : [`上${weekday} ${formatYuan(lastWeek.cents)}，${lastWeek.compared ? ofWeek(lastWeek.cents) : "不作比较"}`]),
    ...(mean === null ? [] : [
      `近 ${mean.days} 个${weekday}的平均 ${formatYuan(mean.cents)}，${
        change(mean.cents, shareText(cents, mean.cents) || signedYuan(cents - mean.cents))
      }`
    ])
  ]
}

/** How many of the days have a counted figure, so that a sum with generated or missing days shows that. */
const daysText = ({ closedDays, days, generatedDays, missing }: StorySum): string => {
  const counted = days - generatedDays - missing.length
  return [
    generatedDays === 0 ? `${counted}/${days} 天` : `${counted}/${days} 天已清点，含 ${generatedDays} 天估算`,
    ...(closedDays === 0 ? [] : [`店休 ${closedDays} 天`])
  ].join("，")
}

const sumLine = (name: string, before: string, sum: StorySum): string => {
  const { compared } = sum
  const share = compared === null ? "" : shareText(compared.current, compared.previous)
  const change = compared === null || share === ""
    ? ""
    : `，比${before}同期（${compared.days} 天）${arrow(compared.current, compared.previous)}${share}`
  return `${name} ${formatYuan(sum.cents)}（${daysText(sum)}）${change}`
}

const missingLines = ({ month, week }: DayStory, { now, publicUrl }: MessageContext): ReadonlyArray<Line> => {
  const dates = [...new Set<LocalDate>([...month.missing, ...week.missing])].toSorted()
  if (dates.length === 0) return []
  const links = dates.map((date) => ({ label: dayName(date, now), url: entryUrl(publicUrl ?? "", date) }))
  const words = `缺 ${dates.length} 天：`
  return [
    publicUrl === null
      ? words + links.map(({ label }) => label).join("、")
      : [words, ...links.flatMap((link, index) => index === 0 ? [link] : ["、", link])]
  ]
}

/** Where the amount of a day is entered. */
export const entryUrl = (publicUrl: string, date: LocalDate): string => `${publicUrl}/enter?date=${date}`

/** The lines about a final day: the source of its figure, comparisons, the sums of the week and the month, and the note. */
export const storyGroups = (day: DayAnnouncement, context: MessageContext): ReadonlyArray<ReadonlyArray<Line>> => {
  const { story } = day
  const source = sourceLine(day, context)
  const come = source === "" ? [] : [source]
  if (story === undefined) return [come]
  const isCompared = day.source !== "generated" || story.basis === "generated"
  return [
    [
      ...come,
      ...(story.outlier === null ? [] : [outlierLine(day, story.outlier)]),
      ...(isCompared ? comparedLines(day, story) : [])
    ],
    [sumLine("本周", "上周", story.week), sumLine("本月", "上月", story.month), ...missingLines(story, context)],
    story.note === "" ? [] : [`备注：${defused(story.note)}`]
  ]
}
