import { sharedWords } from "../../../words/Shared.ts"
import { signInWords } from "../../../words/SignIn.ts"
import { asked } from "../shared/address.ts"
import { byId, offerFocus, setText, show } from "../shared/dom.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { hasTyped, mine, typedAmount } from "../shared/mine.ts"
import { beforeRefusals, request } from "../shared/request.ts"
import { say } from "../shared/result.ts"
import { homeOf, whoIsThere } from "../shared/session.ts"
import type { Identity } from "../shared/session.ts"
import { startSwitches } from "../shared/switches.ts"
import { startForm } from "./form.ts"
import { askedNext } from "./next.ts"

/** Whether a session has just ended: then the page stays open, even if the server still knows the person. */
const ended = asked("ended") !== null

/** A phone whose session ended while it entered: its person has no password, and is let in by a code. */
const isOver = ended && askedNext()?.startsWith("/enter") === true

/** A wall has no keyboard, so it shows a code instead. */
const isWall = new URL(askedNext() ?? "/", location.origin).searchParams.has("wall")

const goOn = ({ role }: Identity) => {
  const next = askedNext()
  location.replace(next === undefined ? homeOf(role) : `.${next}`)
}

/** @param disabled the server has no password to compare with */
const render = (disabled: boolean) => {
  show(byId("disabled"), disabled)
  const isNew = document.documentElement.dataset["new"] !== undefined
  show(byId("disabled-setup"), isNew)
  show(byId("disabled-how"), !isNew)
  show(byId("gate"), !disabled && !isWall)
  if (isWall && !disabled) return void import("./screen.ts").then(({ startScreen }) => startScreen(goOn), () => show(byId("gate"), true))
  offerFocus(byId(disabled ? "disabled-title" : isOver ? "gate-title" : "token"))
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
  if (!isOver) return
  const amount = typedAmount()
  setText(byId("gate-title"), amount !== "" ? t("gate.over.amount", { amount }) : t(hasTyped() ? "gate.over.typed" : "gate.over"))
  setText(byId("gate-lead"), t("gate.over.lead"))
}

// A visitor of this page is not signed in, or no longer is.
mine.figures.drop()
addWords(sharedWords, signInWords)
beforeRefusals(async () => addWords((await import("../../../words/Refusals.ts")).refusalWords))
translate()
startSwitches()
renderTitle()
onLanguage(renderTitle)
startForm(goOn)
if (isOver) {
  byId("gate").dataset["over"] = "true"
  byId("gate-fold").removeAttribute("open")
} else if (ended) say(byId("gate-result"), "bad", () => t("gate.ended"))
void start()
