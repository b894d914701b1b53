// @ts-check
import { byId, setText, show } from "../shared/dom.js"
import { shortDate } from "../shared/format/dates.js"
import { money } from "../shared/format/money.js"
import { t } from "../shared/language.js"
import { renderAgainst } from "./against.js"
import { cutoffLine } from "./cutoff.js"
import { makeHero } from "./hero.js"
import { isEmpty, leadOf } from "./metrics.js"
import { renderTotals } from "./totals.js"

/**
 * @typedef {import("./metrics.js").Metrics} Metrics
 * @typedef {import("./metrics.js").DayDetail} DayDetail
 * @typedef {import("./metrics.js").Period} Period
 */

/** What changes with the clock alone. @param {Metrics} metrics @param {number} now the server's clock, milliseconds @param {boolean} connected */
export const renderCutoff = (metrics, now, connected) => {
  const line = cutoffLine(metrics, now, connected)
  setText(byId("cutoff"), line)
  show(byId("cutoff"), line !== "")
}

export const makeFigures = () => {
  const renderHero = makeHero()
  /** @param {Metrics} metrics @param {DayDetail | null} detail @param {(period: Period) => string | null} generatedDay */
  return (metrics, detail, generatedDay) => {
    setText(byId("shop"), metrics.shop_name)
    document.title = t("page.title", { shop: metrics.shop_name })
    document.body.classList.toggle("calm-shop", metrics.generated_only)
    renderHero(metrics, detail)
    renderAgainst(metrics, detail)
    renderTotals(metrics, generatedDay)
    const empty = isEmpty(metrics)
    show(byId("empty"), empty)
    show(byId("against"), !empty)
    setText(byId("empty"), t("empty"))
    setText(byId("zone"), t("zone", { zone: metrics.time_zone }))
  }
}

/** One sentence about the day that leads, for the announcer. @param {Metrics} metrics */
export const spokenFigure = (metrics) => {
  const lead = leadOf(metrics)
  if (lead.amount === null) return ""
  const source = t(lead.source === "generated" ? "uncounted" : lead.entered !== null ? "entered" : "settled")
  return t("announce", { date: shortDate(lead.date), amount: money(lead.amount), source })
}
