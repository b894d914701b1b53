// @ts-check
import { byId, setText, show } from "../shared/dom.js"
import { addDays, shortDate } from "../shared/format/dates.js"
import { money } from "../shared/format/money.js"
import { t } from "../shared/language.js"
import { renderAgainst } from "./against.js"
import { cutoffLine } from "./cutoff.js"
import { makeHero, renderHeroDate } from "./hero.js"
import { isRunning, leadOf } from "./metrics.js"
import { renderTotals } from "./totals.js"

/**
 * @typedef {import("./metrics.js").Metrics} Metrics
 * @typedef {import("./metrics.js").DayDetail} DayDetail
 * @typedef {import("./metrics.js").Period} Period
 */

/**
 * Updates what depends only on the clock.
 * @param {Metrics} metrics @param {number} now the server's clock, milliseconds @param {boolean} connected @param {string | null} openUntil
 */
export const renderCutoff = (metrics, now, connected, openUntil) => {
  const line = cutoffLine(metrics, now, connected, openUntil)
  renderHeroDate(openUntil)
  setText(byId("cutoff"), line)
  show(byId("cutoff"), line !== "")
}

/** After this many days without a figure, the page states when the newest one was. */
const longAgo = 14

/** The sentence of a page without recent figures. @param {Metrics} metrics */
const emptyLine = ({ newest, today }) => {
  if (today.entered !== null) return ""
  return newest === null || newest.date > addDays(today.date, -longAgo)
    ? ""
    : t("empty.lately", { n: longAgo, date: shortDate(newest.date), amount: money(newest.amount) })
}

export const makeFigures = () => {
  const renderHero = makeHero()
  /**
   * @param {Metrics} metrics @param {DayDetail | null} detail @param {(period: Period) => string | null} generatedDay
   * @param {boolean} isOtherDay the figures are of another day than the reader's
   */
  return (metrics, detail, generatedDay, isOtherDay) => {
    setText(byId("shop"), metrics.shop_name)
    document.title = t("page.title", { shop: metrics.shop_name })
    document.body.classList.toggle("calm-shop", metrics.generated_only)
    renderHero(metrics, detail, isOtherDay)
    renderAgainst(metrics, detail)
    renderTotals(metrics, generatedDay)
    // The goal reserves its place until the rest of the code fills it.
    show(byId("goal"), metrics.goal !== undefined)
    const empty = emptyLine(metrics)
    show(byId("empty"), empty !== "")
    setText(byId("empty"), empty)
    show(byId("against"), metrics.newest !== null || metrics.today.entered !== null)
  }
}

/** One sentence about the leading day, for screen readers. @param {Metrics} metrics */
export const spokenFigure = (metrics) => {
  const lead = leadOf(metrics)
  if (lead.amount === null) return ""
  const source = t(lead.source === "generated" ? "uncounted" : isRunning(lead) ? "running" : lead.entered !== null ? "entered" : "settled")
  return t("announce", { date: shortDate(lead.date), amount: money(lead.amount), source })
}
