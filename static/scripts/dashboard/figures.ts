import { byId, setText, show } from "../shared/dom.ts"
import { addDays, shortDate } from "../shared/format/dates.ts"
import { money } from "../shared/format/money.ts"
import { t } from "../shared/language.ts"
import { renderAgainst } from "./against.ts"
import { cutoffLine } from "./cutoff.ts"
import { makeHero, renderHeroDate } from "./hero.ts"
import { isRunning, leadOf } from "./metrics.ts"
import type { Metrics } from "./metrics.ts"
import type { DayDetail } from "./metrics.ts"
import type { Period } from "./metrics.ts"
import { renderTotals } from "./totals.ts"

/**
 * Updates what depends only on the clock.
 * @param now the server's clock, milliseconds
 */
export const renderCutoff = (metrics: Metrics, now: number, connected: boolean, openUntil: string | null) => {
  const line = cutoffLine(metrics, now, connected, openUntil)
  renderHeroDate(openUntil)
  setText(byId("cutoff"), line)
  show(byId("cutoff"), line !== "")
}

/** After this many days without a figure, the page states when the newest one was. */
const longAgo = 14

/** The sentence of a page without recent figures. */
const emptyLine = ({ newest, today }: Metrics) => {
  if (today.entered !== null) return ""
  return newest === null || newest.date > addDays(today.date, -longAgo)
    ? ""
    : t("empty.lately", { n: longAgo, date: shortDate(newest.date), amount: money(newest.amount) })
}

export const makeFigures = () => {
  const renderHero = makeHero()
  /** @param isOtherDay the figures are of another day than the reader's */
  return (metrics: Metrics, detail: DayDetail | null, generatedDay: (period: Period) => string | null, isOtherDay: boolean) => {
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

/** One sentence about the leading day, for screen readers. */
export const spokenFigure = (metrics: Metrics) => {
  const lead = leadOf(metrics)
  if (lead.amount === null) return ""
  const source = t(lead.source === "generated" ? "uncounted" : isRunning(lead) ? "running" : lead.entered !== null ? "entered" : "settled")
  return t("announce", { date: shortDate(lead.date), amount: money(lead.amount), source })
}
