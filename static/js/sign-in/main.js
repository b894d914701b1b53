// @ts-check
import { sharedWords } from "../../../words/Shared.ts"
import { signInWords } from "../../../words/SignIn.ts"
import { asked } from "../shared/address.js"
import { copyText } from "../shared/clipboard.js"
import { byId, offerFocus, setText, show } from "../shared/dom.js"
import { addWords, onLanguage, t, translate } from "../shared/language.js"
import { hasTyped, mine } from "../shared/mine.js"
import { request } from "../shared/request.js"
import { say } from "../shared/result.js"
import { homeOf, whoIsThere } from "../shared/session.js"
import { startSwitches } from "../shared/switches.js"
import { startForm } from "./form.js"
import { askedNext } from "./next.js"

/** Whether a session has just ended: then the page stays open, even if the server still knows the person. */
const ended = asked("ended") !== null

/** A wall has no keyboard, so it shows a code instead. */
const isWall = new URL(askedNext() ?? "/", location.origin).searchParams.has("wall")

/** @param {import("../shared/session.js").Identity} who */
const goOn = ({ role }) => {
  const next = askedNext()
  location.replace(next === undefined ? homeOf(role) : `.${next}`)
}

/** @param {boolean} disabled the server has no password to compare with */
const render = (disabled) => {
  show(byId("disabled"), disabled)
  show(byId("gate"), !disabled && !isWall)
  if (isWall && !disabled) return void import("./screen.js").then(({ startScreen }) => startScreen(goOn), () => show(byId("gate"), true))
  offerFocus(byId(disabled ? "disabled-title" : "token"))
}

const start = async () => {
  const [health, who] = await Promise.all([
    request("api/health").catch(() => undefined),
    whoIsThere().catch(() => undefined)
  ])
  const disabled = health?.admin_enabled === false
  if (who !== undefined && !ended && !disabled) return goOn(who)
  render(disabled)
}

const renderTitle = () => {
  document.title = t("sign_in.page")
}

// A visitor of this page is not signed in, or no longer is.
mine.figures.drop()
addWords(sharedWords, signInWords)
translate()
startSwitches()
renderTitle()
onLanguage(renderTitle)
startForm(goOn)
if (ended) say(byId("gate-result"), "bad", () => t(hasTyped() ? "gate.ended.typed" : "gate.ended"))
byId("disabled-copy").addEventListener("click", async () => {
  const line = byId("disabled-line")
  if (await copyText(line.textContent ?? "", line)) setText(byId("disabled-copy"), t("copied"))
})
byId("disabled-retry").addEventListener("click", () => void start())
void start()
