// @ts-check
import uPlot from "uplot"
import { byId, setText } from "../../shared/dom.js"
import { isWeekend, shortDate, weekday } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { t } from "../../shared/language.js"
import { onTheme } from "../../shared/switches.js"
import { colour, hatch, rem } from "./ink.js"
import { renderRows, startCopying } from "./rows.js"
import { ceiling, namedDays, shortAmount } from "./scale.js"

/*! uPlot | (c) Leon Sorokin | MIT licence, see /static/uPlot.LICENSE.txt */

/** @typedef {{ date: string, amount: number, estimated: boolean, source?: string | null }} Point */

const element = byId("chart")

/** @param {Point} point */
const kindOf = (point) => (point.estimated ? "estimated" : point.source === "generated" ? "generated" : "counted")

/** @param {Point} point */
export const sourceOf = (point) => (point.estimated ? t("estimate") : point.source ? t(`source.${point.source}`) : t("final"))

/** The chart, its readout and its table. Drawn anew for another number of days or colours, otherwise only fed. */
export const makeChart = () => {
  /** @type {Point[]} */
  let points = []
  /** @type {import("uplot") | null} */
  let plot = null
  /** @type {number | null} */
  let selected = null
  let drawn = ""
  const band = document.createElement("div")
  band.className = "band"

  const describe = (/** @type {Point} */ point) =>
    `${point.date} ${weekday(point.date)} · ${money(point.amount)} · ${sourceOf(point)}`

  const summary = () => {
    const final = points.filter((point) => !point.estimated)
    if (final.length === 0) return t("chart.no_final")
    const cents = final.reduce((sum, point) => sum + Math.round(point.amount * 100), 0)
    return t("chart.summary", { n: final.length, total: money(cents / 100), mean: money(Math.round(cents / final.length) / 100) })
  }

  const renderSelection = () => {
    const point = selected === null ? undefined : points[selected]
    setText(byId("readout"), point === undefined ? summary() : describe(point))
    byId("readout").classList.toggle("chosen", point !== undefined)
    element.setAttribute("aria-valuemax", String(Math.max(0, points.length - 1)))
    element.setAttribute("aria-valuenow", String(selected ?? Math.max(0, points.length - 1)))
    element.setAttribute("aria-valuetext", point === undefined ? t("chart.none") : describe(point))
    band.hidden = point === undefined
    if (plot === null || selected === null) return
    const left = plot.valToPos(selected - 0.5, "x")
    band.style.left = `${left}px`
    band.style.width = `${plot.valToPos(selected + 0.5, "x") - left}px`
  }

  /** @param {number | null} index */
  const select = (index) => {
    selected = index === null || points.length === 0 ? null : Math.min(points.length - 1, Math.max(0, index))
    renderSelection()
  }

  /** @returns {any} uPlot's columns: the days' numbers, then one series for each kind of day */
  const columns = () => [
    points.map((_, index) => index),
    ...["counted", "generated", "estimated"].map((kind) => points.map((point) => (kindOf(point) === kind ? point.amount : null)))
  ]

  const size = () => ({ width: Math.max(200, element.clientWidth), height: Math.max(120, element.clientHeight) })

  const draw = () => {
    plot?.destroy()
    const ink = colour("ink-2")
    const accent = colour("accent")
    const font = `${Math.round(0.8125 * rem())}px ${getComputedStyle(document.body).fontFamily}`
    const bars = /** @type {import("uplot").Series.BarsPathBuilderFactory} */ (uPlot.paths.bars)({ size: [0.68, 4.5 * rem()], radius: [0.12, 0] })
    const narrow = (element.clientWidth / Math.max(1, points.length)) * 0.68 < rem()
    const top = () => ceiling(points.reduce((most, point) => Math.max(most, point.amount), 0) || 1000)
    plot = new uPlot({
      ...size(),
      legend: { show: false },
      cursor: { show: false },
      select: /** @type {any} */ ({ show: false }),
      padding: [0.75 * rem(), named() ? 0 : 1.1 * rem(), 0, 0],
      scales: {
        x: { time: false, range: () => [-0.5, points.length - 0.5] },
        y: { range: () => [0, top()] }
      },
      axes: [
        {
          stroke: ink, font, size: (named() ? 3.3 : 2.1) * rem(), gap: 0.5 * rem(), grid: { show: false }, ticks: { show: false },
          splits: (self) => namedDays(points.length, self.width),
          values: (_, splits) => splits.map((index) => axisLabel(points[index]))
        },
        {
          stroke: ink, font, size: 3.6 * rem(), gap: 0.5 * rem(), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false },
          splits: () => [0, 1, 2, 3, 4].map((quarter) => (top() / 4) * quarter),
          values: (_, splits) => splits.map(shortAmount)
        }
      ],
      series: [
        {},
        { paths: bars, fill: accent, width: 0, points: { show: false } },
        { paths: bars, fill: colour("accent-soft"), width: 0, points: { show: false } },
        { paths: bars, fill: () => hatch(accent), stroke: accent, width: (narrow ? 0.0625 : 0.08) * rem(), dash: narrow ? [] : [0.25 * rem(), 0.2 * rem()], points: { show: false } }
      ],
      hooks: {
        drawClear: [(self) => {
          self.ctx.save()
          self.ctx.fillStyle = colour("weekend")
          points.forEach((point, index) => {
            if (!isWeekend(point.date)) return
            const left = self.valToPos(index - 0.5, "x", true)
            self.ctx.fillRect(left, self.bbox.top, self.valToPos(index + 0.5, "x", true) - left, self.bbox.height)
          })
          self.ctx.restore()
        }]
      }
    }, columns(), element)
    plot.root.setAttribute("aria-hidden", "true")
    plot.over.append(band)
  }

  /** Whether there is room for every day's date and weekday. */
  const named = () => points.length <= 14 && element.clientWidth / points.length > 3.9 * rem()

  /** @param {Point | undefined} point */
  const axisLabel = (point) => {
    if (point === undefined) return ""
    return named()
      ? `${shortDate(point.date)}\n${weekday(point.date)}`
      : `${Number(point.date.slice(5, 7))}/${Number(point.date.slice(8, 10))}`
  }

  const render = () => {
    const shape = `${points.length} ${named()} ${document.documentElement.dataset.theme} ${document.documentElement.lang}`
    if (plot === null || shape !== drawn) draw()
    else plot.setData(columns())
    drawn = shape
    if (selected !== null && selected >= points.length) selected = null
    renderSelection()
  }

  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (plot === null) return
    const left = event.clientX - plot.over.getBoundingClientRect().left
    select(Math.round(plot.posToVal(left, "x")))
  }

  element.addEventListener("pointermove", follow)
  element.addEventListener("pointerdown", follow)
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") select(null)
  })
  element.addEventListener("blur", () => select(null))
  element.addEventListener("keydown", (event) => {
    const last = points.length - 1
    const from = selected ?? last + 1
    /** @type {Record<string, number | null>} */
    const targets = {
      ArrowLeft: from - 1, ArrowDown: from - 1, ArrowRight: selected === null ? last : from + 1,
      ArrowUp: selected === null ? last : from + 1, PageUp: from - 7, PageDown: from + 7, Home: 0, End: last, Escape: null
    }
    if (!(event.key in targets)) return
    event.preventDefault()
    select(targets[event.key] ?? null)
  })

  let resizing = 0
  new ResizeObserver(() => {
    cancelAnimationFrame(resizing)
    resizing = requestAnimationFrame(() => {
      if (points.length === 0) return
      plot?.setSize(size())
      render()
    })
  }).observe(element)
  onTheme(() => {
    if (points.length > 0) render()
  })
  startCopying()

  return {
    /** @param {Point[]} next */
    show: (next) => {
      points = next
      render()
      renderRows(points)
    },
    /** After a change of language. */
    relabel: () => {
      if (points.length === 0) return
      render()
      renderRows(points)
    }
  }
}
