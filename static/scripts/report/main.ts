import type { Responses } from "../../../src/Api/Responses.ts"
import { comparedWords } from "../../../words/Compared.ts"
import { holidayWords } from "../../../words/Holidays.ts"
import { reportWords } from "../../../words/Report.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { fullDate } from "../shared/format/dates.ts"
import { hourMinute } from "../shared/format/times.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { makeClock } from "../shared/live/clock.ts"
import { renderBar } from "../shared/reader.ts"
import { ApiError, request } from "../shared/request.ts"
import { startSwitches } from "../shared/switches.ts"
import { historyOf, periodTitle, sheetOf, stepName } from "./sheet.ts"

export type Report = Responses["report"]

addWords(sharedWords, comparedWords, holidayWords, reportWords)
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

let report: Report | null = null
/** Why there is no report. */
let fault: unknown = null

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
  for (const [id, period] of ([["before", report.before], ["after", report.after]] as const)) {
    const link = byId(id) as HTMLAnchorElement
    link.href = `report/${period}${location.search}`
    setText(link, t(`report.${id}`, { name: stepName(report.kind, period) }))
  }
  const link = byId("to-history") as HTMLAnchorElement
  link.href = historyOf(report)
  setText(link, t("report.in_history"))
  show(byId("steps"), true)
  byId("sheet").replaceChildren(...sheetOf(report))
}

const load = async () => {
  try {
    report = await request(`api/reports/${name}`) as Report
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
