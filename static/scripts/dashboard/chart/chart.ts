import uPlot from "uplot"
import { byId, setText, show } from "../../shared/dom.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { onTheme } from "../../shared/switches.ts"
import type { DayDetail } from "../metrics.ts"
import { nameDay } from "../named-day.ts"
import type { Column } from "./columns.ts"
import { describe, summary } from "./describe.ts"
import { makeHandles } from "./handles.ts"
import { colour, drawOnPaper, rem, sizeIn } from "./ink.ts"
import { allNamed, footroom, headroom, paint } from "./paint.ts"
import { renderRows, startCopying } from "./rows.ts"
import { ceiling, roundSteps, shortAmount } from "./scale.ts"
import { makeSheet } from "./sheet.ts"

/*! uPlot | (c) Leon Sorokin | MIT licence, see /static/uPlot.LICENSE.txt */

type Picture = { columns: Column[]; calm: boolean }

const element = byId("chart")

/** The chart, its readout, its table and a day's sheet. */
export const makeChart = (askDay: (date: string) => Promise<DayDetail>) => {
  let picture: Picture = { columns: [], calm: false }
  let plot: import("uplot") | null = null
  let chosen: string | null = null
  let drawn = ""
  let painted = { hasStaples: false, crossesClosed: false }

  const top = () => ceiling(picture.columns.flatMap(({ amount, lastWeek }) => [amount ?? 0, lastWeek ?? 0]))
  const cuts = () => picture.columns.some(({ amount }) => (amount ?? 0) > top())
  const above = () => headroom(picture.columns.length, plotWidth(), cuts())
  const size = () => sizeIn(element)
  const plotWidth = () => size().width - 3.2 * rem()
  const named = () => allNamed(picture.columns.length, plotWidth())

  /** The index of the day that is looked at. */
  let looked: number | null = null

  const look = (index: number | null) => {
    looked = index
    const column = index === null ? undefined : picture.columns[index]
    setText(byId("readout"), column === undefined ? summary(picture.columns, picture.calm) : describe(column))
    byId("readout").classList.toggle("chosen", column !== undefined)
  }

  const draw = () => {
    plot?.destroy()
    const ink = colour("ink-2")
    const font = `${Math.round(0.8125 * rem())}px ${getComputedStyle(document.body).fontFamily}`
    const axis = { stroke: ink, font, ticks: { show: false } }
    plot = new uPlot({
      ...size(),
      legend: { show: false },
      cursor: { show: false },
      select: { show: false } as any,
      padding: [above(), 0, 0, 0],
      scales: { x: { time: false, range: () => [-0.5, picture.columns.length - 0.5] }, y: { range: () => [0, top() || 1] } },
      axes: [
        // This module paints the names of the days itself, to make weekends bold.
        { ...axis, size: footroom(picture.columns.length, plotWidth()), grid: { show: false }, splits: () => [], values: () => [] },
        {
          ...axis,
          size: 3.2 * rem(),
          gap: 0.4 * rem(),
          grid: { stroke: colour("line"), width: 1 },
          splits: () => roundSteps(top()),
          values: (_, splits) => splits.map((split) => shortAmount(split))
        }
      ],
      series: [{}, { show: true, paths: () => null, points: { show: false } }],
      hooks: {
        draw: [(self) => {
          painted = paint(self, picture.columns, picture.calm)
          renderLegend()
        }]
      }
    }, data(), byId("plot"))
    plot.root.setAttribute("aria-hidden", "true")
  }

  /** @returns uPlot's columns */
  const data = (): any => [picture.columns.map((_, index) => index), picture.columns.map(({ amount }) => amount)]

  const renderLegend = () => {
    const { columns } = picture
    const shown = {
      counted: columns.some(({ kind, running }) => kind === "counted" || kind === "entered" && !running),
      running: columns.some(({ running }) => running),
      generated: columns.some(({ kind }) => kind === "generated"),
      gap: columns.some(({ kind }) => kind === "gap"),
      closed: painted.crossesClosed,
      "last-week": painted.hasStaples && columns.some(({ lastWeek }) => lastWeek !== null),
      cut: cuts()
    }
    for (const [name, visible] of Object.entries(shown)) show(byId(`legend-${name}`), visible)
  }

  const renderChosen = () => {
    const index = picture.columns.findIndex(({ date }) => date === chosen)
    const band = byId("picked")
    show(band, index !== -1)
    byId("trend").classList.toggle("open", index !== -1)
    if (index === -1 || plot === null) return
    const pitch = plot.bbox.width / devicePixelRatio / picture.columns.length
    band.style.left = `${plot.bbox.left / devicePixelRatio + index * pitch}px`
    band.style.width = `${pitch}px`
  }

  const sheet = makeSheet({ close: () => choose(null) })

  let moved: string | null = null
  /** A day that was opened from outside of the chart, until its sheet is complete. */
  let opened: string | null = null
  const order = makeOrder()

  /** Scrolls to the chart if the sheet comes from the bottom edge, otherwise to the open sheet under the chart. */
  const reveal = (date: string) => {
    const isFixed = getComputedStyle(byId("sheet")).position === "fixed"
    if (isFixed && moved !== date) element.scrollIntoView({ block: "start" })
    if (!isFixed && opened === date) byId("sheet").scrollIntoView({ block: "nearest" })
    moved = date
  }

  const renderSheet = async () => {
    const date = chosen
    if (date === null) moved = null
    const column = picture.columns.find((each) => each.date === date)
    if (date === null || column === undefined) return sheet.hide()
    const { calm } = picture
    if (byId("sheet").hidden || byId("sheet").dataset["date"] !== date) sheet.render(column, null, false, calm)
    byId("sheet").dataset["date"] = date
    reveal(date)
    const isInOrder = order()
    const detail = await askDay(date).catch(() => null)
    if (chosen !== date || !isInOrder()) return
    sheet.render(column, detail, detail === null, calm)
    reveal(date)
    opened = null
  }

  /** @param date of the day whose sheet is open */
  const choose = (date: string | null) => {
    const before = chosen
    chosen = date
    nameDay(date)
    const inside = byId("sheet").contains(document.activeElement)
    handles.show(picture.columns, chosen)
    renderChosen()
    void renderSheet()
    if (date === null && before !== null && inside) handles.focus(before)
  }

  const handles = makeHandles({ choose, look })

  const render = () => {
    const { dataset, lang } = document.documentElement
    const shape = [
      picture.columns.length,
      named(),
      above(),
      footroom(picture.columns.length, plotWidth()),
      dataset["theme"],
      lang,
      picture.calm
    ]
      .join(" ")
    if (plot === null || shape !== drawn) draw()
    else plot.setData(data())
    drawn = shape
    // A date that is wider than its column would overlap the frame around today's date.
    const below = named() ? 0 : footroom(picture.columns.length, plotWidth())
    if (plot !== null) handles.place(plot.bbox.left / devicePixelRatio, plot.bbox.width / devicePixelRatio, below)
    if (chosen !== null && !picture.columns.some(({ date }) => date === chosen)) {
      chosen = null
      nameDay(null)
    }
    handles.show(picture.columns, chosen)
    renderRows(picture.columns)
    renderChosen()
    look(looked)
  }

  let resizing = 0
  new ResizeObserver(() => {
    cancelAnimationFrame(resizing)
    resizing = requestAnimationFrame(() => {
      if (picture.columns.length === 0) return
      plot?.setSize(size())
      render()
    })
  }).observe(element)
  onTheme(() => {
    if (picture.columns.length > 0) render()
  })
  for (const [event, onPaper] of ([["beforeprint", true], ["afterprint", false]] as const)) {
    addEventListener(event, () => {
      drawOnPaper(onPaper)
      if (plot !== null) draw()
    })
  }
  startCopying()

  return {
    /** Opens a day's sheet, brings it into view and moves the focus to it. */
    open: (date: string) => {
      opened = date
      choose(date)
      byId("sheet").focus({ preventScroll: true })
    },
    show: (next: Picture) => {
      picture = next
      render()
      void renderSheet()
    }
  }
}
