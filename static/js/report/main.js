// @ts-check
import { comparedWords } from "../../../words/Compared.ts"
import { faultWords } from "../../../words/Faults.ts"
import { holidayWords } from "../../../words/Holidays.ts"
import { reportWords } from "../../../words/Report.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { byId, setText, show } from "../shared/dom.js"
import { fullDate } from "../shared/format/dates.js"
import { hourMinute } from "../shared/format/times.js"
import { addWords, onLanguage, t, translate } from "../shared/language.js"
import { makeClock } from "../shared/live/clock.js"
import { renderBar } from "../shared/reader.js"
import { ApiError, request } from "../shared/request.js"
import { startSwitches } from "../shared/switches.js"
import { periodTitle, sheetOf, stepName } from "./sheet.js"

/** @typedef {import("../../../src/Api/Responses.ts").Responses["report"]} Report */

addWords(sharedWords, faultWords, comparedWords, holidayWords, reportWords)
translate()
startSwitches()
renderBar()
// The page's addresses do not begin at the page itself, so a fragment alone would lead away.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault()
  location.hash = "main"
})

/** The name of the report in the address. */
const name = location.pathname.split("/").at(-1) ?? ""

/** @type {Report | null} */
let report = null
/** Why there is no report. @type {unknown} */
let fault = null

const clock = makeClock()

/** Writes when the report is printed, by the shop's clock. */
const dateIt = () => {
  if (report === null || !clock.known()) return
  const now = clock.instant()
  setText(byId("printed"), t("report.printed", { shop: report.shop_name, at: `${fullDate(now.slice(0, 10))} ${hourMinute(now)}` }))
}

/** Draws the report in the present language. */
const draw = () => {
  show(byId("failed"), fault !== null)
  if (fault !== null) {
    const isUnknown = fault instanceof ApiError && fault.status === 400
    setText(byId("why"), isUnknown ? t("report.unknown", { name }) : t("report.failed"))
    show(byId("retry"), !isUnknown)
  }
  if (report === null) return
  setText(byId("shop"), report.shop_name)
  document.title = `${periodTitle(report)} · ${report.shop_name}`
  // Writes the week or month into the address, so that the address can be shared.
  history.replaceState(history.state, "", `report/${report.period}${location.search}`)
  for (const [id, period] of /** @type {const} */ ([["before", report.before], ["after", report.after]])) {
    const link = /** @type {HTMLAnchorElement} */ (byId(id))
    link.href = `report/${period}${location.search}`
    setText(link, t(`report.${id}`, { name: stepName(report.kind, period) }))
  }
  show(byId("steps"), true)
  byId("sheet").replaceChildren(...sheetOf(report))
}

const load = async () => {
  try {
    report = /** @type {Report} */ (await request(`api/reports/${name}`))
    fault = null
  } catch (error) {
    fault = error
  }
  draw()
  byId("sheet").setAttribute("aria-busy", "false")
}

onLanguage(draw)
byId("retry").addEventListener("click", () => void load())
byId("print").addEventListener("click", () => window.print())
addEventListener("beforeprint", dateIt)
void load()
void request("api/metrics").then(({ server_now }) => clock.hear(server_now), () => undefined)
