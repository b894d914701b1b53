import { isWeekend, shortDate, weekday } from "../../shared/format/dates.ts"
import { language, t } from "../../shared/language.ts"
import { leadsToEntry } from "../entry-link.ts"
import type { Column } from "./columns.ts"
import { colour, rem } from "./ink.ts"
import { namedDays, shortAmount } from "./scale.ts"

/** The share of its column that a bar fills, and the widest bar in rem. */
const share = 0.6
const widest = 4
/** Up to this number of days, each bar has its value above it. */
const mostValues = 14

/** `12/9` below the axis. In English, 12/9 is another day than in America: `9 Dec`, and `9` where the month stands further left. */
const monthDay = (date: string, isClear: boolean) => {
  const day = Number(date.slice(8, 10))
  return language() === "zh" ? `${Number(date.slice(5, 7))}/${day}` : isClear && day > 1 ? String(day) : shortDate(date)
}

/**
 * Whether every day has room for its weekday and date.
 * @param width CSS pixels
 */
export const allNamed = (count: number, width: number) => count <= mostValues && width / count > 2.05 * rem()

/**
 * Whether values are written vertically because the columns are too narrow.
 * @param width CSS pixels
 */
const upright = (count: number, width: number) => width / count < 2.3 * rem()

/**
 * Whether each day has its value in a row below the axis.
 * @param width CSS pixels
 */
const hasValueRow = (count: number, width: number) => count <= mostValues && !upright(count, width)

/** The space above the bars for vertical values, or for the value of a cut bar, in CSS pixels. */
export const headroom = (count: number, width: number, cuts: boolean) =>
  (hasValueRow(count, width) ? 0.75 : count <= mostValues ? 3.9 : cuts ? 1.9 : 0.75) * rem()

/** The space below the axis for its rows, in CSS pixels. */
export const footroom = (count: number, width: number) => (!allNamed(count, width) ? 1.9 : hasValueRow(count, width) ? 3.9 : 2.8) * rem()

/**
 * Draws the days onto uPlot's canvas. A day's kind is visible by its shape, never only by its colour.
 * @param calm the shop never counts, so that no bar has to say so
 */
export const paint = (plot: import("uplot"), columns: Column[], calm: boolean) => {
  const { bbox, ctx } = plot
  const unit = devicePixelRatio * (rem() / 16)
  const family = getComputedStyle(document.body).fontFamily
  const pitch = bbox.width / Math.max(1, columns.length)
  const width = Math.min(pitch * share, widest * rem() * devicePixelRatio)
  const gutter = (pitch - width) / 2
  const foot = plot.valToPos(0, "y", true)
  /** A bar above this amount is cut. */
  const most = plot.scales["y"]?.max ?? 0
  const ink = Object.fromEntries(
    ["ink", "ink-2", "accent", "accent-wash", "paper", "made", "made-text", "need-line", "need", "need-wash", "line-strong"]
      .map((name) => [name, colour(name)])
  )
  const valued = columns.length <= mostValues
  const below = hasValueRow(columns.length, bbox.width / devicePixelRatio)
  const turned = valued && !below
  const saysClosed = pitch > 18 * unit
  /** The first row below the axis. */
  const row = 20 * unit
  const middle = (index: number) => bbox.left + pitch * (index + 0.5)
  const height = (amount: number) => plot.valToPos(Math.min(amount, most), "y", true)
  const font = (size: number, weight = 400) => `${weight} ${size * unit}px ${family}`
  const set = (style: Record<string, any>) => Object.assign(ctx, style)

  const outline = (index: number, top: number, inset: number) => {
    const left = middle(index) - width / 2 + inset
    const radius = Math.min(4 * unit, width / 3, Math.max(0, foot - top))
    ctx.beginPath()
    ctx.moveTo(left, foot)
    ctx.lineTo(left, top + radius)
    ctx.quadraticCurveTo(left, top, left + radius, top)
    ctx.lineTo(left + width - 2 * inset - radius, top)
    ctx.quadraticCurveTo(left + width - 2 * inset, top, left + width - 2 * inset, top + radius)
    ctx.lineTo(left + width - 2 * inset, foot)
  }

  const word = (text: string, index: number, y: number, fill: string) => {
    set({ fillStyle: fill, textAlign: "center", textBaseline: "alphabetic" })
    ctx.fillText(text, middle(index), y)
  }

  /** A line for a zero, lower than any bar. */
  const footLine = (index: number, stroke: string) => {
    set({ fillStyle: stroke })
    ctx.fillRect(middle(index) - width / 2, foot - 3 * unit, width, 3 * unit)
  }

  const question = (index: number) => {
    if (width <= 11 * unit) return
    set({
      font: font(width > 20 * unit ? 19 : 14, 600),
      strokeStyle: ink["paper"],
      lineWidth: 4 * unit,
      textAlign: "center",
      textBaseline: "alphabetic"
    })
    ctx.strokeText("?", middle(index), foot - 15 * unit)
    word("?", index, foot - 15 * unit, ink["need"] ?? "")
  }

  /** A word if there is space for it, otherwise a cross. */
  const closed = (index: number) => {
    if (saysClosed) {
      set({ font: font(13) })
      word(t("chart.off"), index, foot - 10 * unit, ink["ink-2"] ?? "")
      return
    }
    const [x, y, half] = [middle(index), foot - 8 * unit, Math.min(3.5 * unit, width / 2)]
    set({ strokeStyle: ink["ink-2"], lineWidth: 1.25 * unit })
    ctx.beginPath()
    for (const side of [-1, 1]) {
      ctx.moveTo(x - half, y - side * half)
      ctx.lineTo(x + half, y + side * half)
    }
    ctx.stroke()
  }

  const bar = ({ amount, kind, running }: Column, index: number) => {
    const line = Math.min(2, width / unit / 5) * unit
    if (amount === 0) footLine(index, kind === "generated" ? ink["made"] ?? "" : ink["accent"] ?? "")
    else if (amount !== null && kind === "generated") {
      set({ fillStyle: ink["paper"], strokeStyle: ink["made"], lineWidth: line })
      outline(index, Math.min(height(amount), foot - 6 * unit) + line / 2, line / 2)
      ctx.fill()
      ctx.stroke()
    } else if (amount !== null && running) {
      // A till's amount so far is no count yet.
      set({ fillStyle: ink["accent-wash"], strokeStyle: ink["accent"], lineWidth: line })
      outline(index, Math.min(height(amount), foot - 6 * unit) + line / 2, line / 2)
      ctx.fill()
      ctx.setLineDash([4 * unit, 3 * unit])
      ctx.stroke()
      ctx.setLineDash([])
    } else if (amount !== null) {
      set({ fillStyle: ink["accent"] })
      outline(index, Math.min(height(amount), foot - 6 * unit), 0)
      ctx.fill()
    } else if (kind === "gap") {
      set({ fillStyle: ink["need-wash"], strokeStyle: ink["need-line"], lineWidth: (width > 8 * unit ? 1.5 : 1) * unit })
      ctx.setLineDash(width > 8 * unit ? [4 * unit, 3 * unit] : [2 * unit, 2 * unit])
      ctx.beginPath()
      ctx.roundRect(middle(index) - width / 2, foot - 44 * unit, width, 44 * unit, Math.min(5 * unit, width / 3))
      ctx.fill()
      ctx.stroke()
      ctx.setLineDash([])
      question(index)
    } else if (kind === "open" && pitch > 28 * unit) {
      const leads = leadsToEntry()
      set({ font: font(13, leads ? 600 : 400) })
      word(t(leads ? "chart.add" : "chart.open"), index, below ? foot + row : foot - 12 * unit, ink[leads ? "accent" : "ink-2"] ?? "")
    } else if (kind === "closed") closed(index)
    if (!calm && amount !== null && amount > 0 && kind === "generated" && width > 24 * unit && foot - height(amount) > 30 * unit) {
      set({ font: font(12) })
      word(t("chart.est"), index, foot - 11 * unit, ink["made-text"] ?? "")
    }
  }

  const label = (column: Column | undefined): { text: string; fill: string | undefined; y: number } | null => {
    if (column === undefined || column.amount === null) return null
    const { amount, kind } = column
    return {
      text: shortAmount(amount, 100_000),
      fill: ink[kind === "generated" ? "made-text" : "ink"],
      y: below ? foot + row : Math.min(height(amount), foot - 6 * unit) - 7 * unit
    }
  }
  const labelFont = font(pitch < 46 * unit ? 12 : 13, 600)

  /** The same weekday of last week as a bracket across the whole bar. A short mark beside a digit would look like a minus sign. */
  const staple = ({ lastWeek }: Column, index: number) => {
    if (lastWeek === null || lastWeek > most || foot - height(lastWeek) < 6 * unit) return
    const [x, y, leg] = [middle(index), height(lastWeek), 5 * unit]
    const half = width / 2 + Math.min(gutter * 0.6, 6 * unit)
    for (const [strokeStyle, lineWidth] of [[ink["paper"], 5 * unit], [ink["ink"], 1.75 * unit]]) {
      set({ strokeStyle, lineWidth, lineCap: "butt", lineJoin: "miter" })
      ctx.beginPath()
      ctx.moveTo(x - half, y + leg)
      ctx.lineTo(x - half, y)
      ctx.lineTo(x + half, y)
      ctx.lineTo(x + half, y + leg)
      ctx.stroke()
    }
  }

  /** A bar that is too tall for the chart has a gap near its top. */
  const cut = (column: Column, index: number) => {
    if ((column.amount ?? 0) <= most) return
    const [x, y, half] = [middle(index), bbox.top + 16 * unit, width / 2 + 2 * unit]
    set({ strokeStyle: ink["paper"], lineWidth: 4 * unit })
    for (const shift of [0, 9 * unit]) {
      ctx.beginPath()
      ctx.moveTo(x - half, y + shift + 4 * unit)
      ctx.lineTo(x + half, y + shift - 4 * unit)
      ctx.stroke()
    }
  }

  const value = (column: Column, index: number) => {
    const found = label(column)
    if (found === null) return
    const { fill, text, y } = found
    set({
      font: labelFont,
      strokeStyle: ink["paper"],
      lineWidth: 4 * unit,
      lineJoin: "round",
      fillStyle: fill
    })
    set({ textAlign: turned ? "left" : "center", textBaseline: turned ? "middle" : "alphabetic" })
    ctx.save()
    ctx.translate(middle(index), y)
    if (turned) ctx.rotate(-Math.PI / 2)
    ctx.strokeText(text, 0, 0)
    ctx.fillText(text, 0, 0)
    ctx.restore()
  }

  const dates = () => {
    const all = allNamed(columns.length, bbox.width / devicePixelRatio)
    const small = pitch < 40 * unit
    const first = row + (below ? 18 * unit : 0)
    for (const index of all ? columns.keys() : namedDays(columns.length, bbox.width / devicePixelRatio)) {
      const column = columns[index]
      if (column === undefined) continue
      const bold = isWeekend(column.date)
      const fill = (column.today && all ? ink["accent"] : bold ? ink["ink"] : ink["ink-2"]) ?? ""
      set({ font: font(small ? 12 : 13, bold || (column.today && all) ? 700 : 400) })
      if (all) word(column.today ? t("today") : weekday(column.date), index, foot + first, fill)
      const marked = column.today && !all
      set({ font: font(small ? 12 : 13, bold || marked ? 700 : 400) })
      // If only a few days are named, the newest date is wider than its column.
      const text = monthDay(column.date, all && index > 0)
      const over = middle(index) + ctx.measureText(text).width / 2 - bbox.left - bbox.width
      ctx.save()
      ctx.translate(-Math.max(0, over), 0)
      word(text, index, foot + (all ? first + 17 * unit : row), (marked ? ink["accent"] : bold ? ink["ink"] : ink["ink-2"]) ?? "")
      ctx.restore()
    }
  }

  ctx.save()
  // Vertical values would overlap the brackets. A day's sheet shows last week anyway.
  const hasStaples = !turned && gutter >= 3 * unit
  columns.forEach(bar)
  columns.forEach(cut)
  if (hasStaples) columns.forEach(staple)
  columns.forEach((column, index) => {
    if (valued || (column.amount ?? 0) > most) value(column, index)
  })
  set({ strokeStyle: ink["line-strong"], lineWidth: unit })
  ctx.beginPath()
  ctx.moveTo(bbox.left, foot)
  ctx.lineTo(bbox.left + bbox.width, foot)
  ctx.stroke()
  dates()
  ctx.restore()
  return { hasStaples, crossesClosed: !saysClosed && columns.some(({ kind }) => kind === "closed") }
}
