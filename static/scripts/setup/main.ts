import type { Responses } from "../../../src/Api/Responses.ts"
import { groupingOf, typedCents } from "../../../src/Domain/TypedAmount.ts"
import { firstStartWords } from "../../../words/FirstStart.ts"
import { headWords } from "../../../words/Head.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { signInWords } from "../../../words/SignIn.ts"
import { byId, el, offerFocus, setText, show } from "../shared/dom.ts"
import type { Fault } from "../shared/faults.ts"
import { addWords, language, onLanguage, t, translate } from "../shared/language.ts"
import { ApiError, beforeRefusals, request } from "../shared/request.ts"
import { say, sentenceOf } from "../shared/result.ts"
import { whoIsThere } from "../shared/session.ts"
import { startSwitches } from "../shared/switches.ts"

type Proposed = Responses["proposeShop"]

/** The service begins again with the new settings, which takes a second, or ten where a request has to end first. */
const patience = 30_000

const field = (id: string) => byId<HTMLInputElement>(id)
const result = byId("result")
const code = () => location.hash.slice(1)
const shopLanguage = () => language() === "en" ? "en" : "zh-CN"

const post = (path: string, body: object) =>
  request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: code(), ...body }) })

let proposed: Proposed | undefined
let sending = false

const only = (id: "where" | "closed" | "form") => {
  for (const each of ["where", "closed", "form"]) show(byId(each), each === id)
}

const weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]
const boxes = weekdays.map((value) => el("input", { type: "checkbox", value }))
const names = weekdays.map(() => el("span"))
byId("days").append(...boxes.map((box, at) => el("label", {}, box, names[at])))

const renderPlace = () => {
  const [zone, currency] = [field("time_zone").value, field("currency").value]
  const isKnown = zone !== "" && currency !== ""
  setText(byId("place-summary"), isKnown ? t("new.place", { zone, currency }) : t("new.place.open"))
  const refused = proposed?.refused_currency ?? null
  setText(byId("currency-name"), refused === null ? t("new.currency") : t("new.currency.refused", { currency: refused }))
}

const render = () => {
  document.title = t("new.title")
  const short = new Intl.DateTimeFormat(language(), { weekday: language() === "en" ? "short" : "narrow", timeZone: "UTC" })
  const long = new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" })
  for (const [at, name] of names.entries()) {
    const day = (4 + at) * 86_400_000
    setText(name, short.format(day))
    boxes[at]?.setAttribute("aria-label", long.format(day))
  }
  renderPlace()
}

const isNight = () => /^0[0-5]:/.test(field("cutoff_time").value)
const isEstimated = () => document.querySelector<HTMLInputElement>("input[name=without]:checked")?.value === "estimate"

const renderQuestions = () => {
  const { value } = field("cutoff_time")
  show(byId("start"), isNight())
  if (isNight() && field("day_starts_at").value === "") field("day_starts_at").value = `0${Number(value.slice(0, 2)) + 2}:00`
  show(byId("usual"), isEstimated())
}

/** A usual amount as a person types it; 0, which the server refuses, for what is none. */
const amountIn = (id: string) =>
  (typedCents(field(id).value, { signs: [], grouping: groupingOf(navigator.language), isWhole: false }) ?? 0) / 100

const fail = (error: unknown) => {
  if (!(error instanceof ApiError)) return say(result, "bad", () => sentenceOf(error))
  if (error.code === "setup_closed") return only("closed")
  if (error.status === 401) return say(result, "bad", () => t("new.old"))
  const faults: Fault[] = Array.isArray(error.body["errors"]) ? error.body["errors"] : []
  for (const each of document.querySelectorAll("#form .field input")) each.removeAttribute("aria-invalid")
  const wrong = faults.flatMap(({ field: name }) =>
    document.getElementById({ "usual.0": "weekday", "usual.1": "weekend" }[name] ?? name) ?? []
  )
  for (const input of wrong) input.setAttribute("aria-invalid", "true")
  const [first] = wrong
  if (first !== undefined && byId("place").contains(first)) byId<HTMLDetailsElement>("place").open = true
  first?.focus()
  const lines: unknown = error.body["lines"]
  if (error.code === "not_written" && Array.isArray(lines)) {
    setText(byId("lines"), lines.join("\n"))
    show(byId("lines"), true)
    return say(result, "bad", () => t("new.lines", { file: String(error.body["file"]) }))
  }
  say(result, "bad", () => sentenceOf(error))
}

/** Waits until the service that has begun again knows this browser. */
const opened = async () => {
  const until = performance.now() + patience
  for (;;) {
    try {
      await whoIsThere()
      return location.replace("enter")
    } catch {
      if (performance.now() > until) return location.replace("sign-in")
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

const send = async () => {
  if (sending) return
  sending = true
  show(byId("lines"), false)
  say(result, "wait", () => t("working"))
  try {
    await post("api/setup", {
      shop_name: field("shop_name").value,
      cutoff_time: field("cutoff_time").value,
      ...(isNight() ? { day_starts_at: field("day_starts_at").value } : {}),
      closed_weekdays: boxes.filter((box) => box.checked).map((box) => box.value),
      without_figure: isEstimated() ? "estimate" : "wait",
      ...(isEstimated() ? { usual: [amountIn("weekday"), amountIn("weekend")] } : {}),
      time_zone: field("time_zone").value.trim(),
      currency: field("currency").value.trim().toUpperCase(),
      language: shopLanguage(),
      password: field("password").value
    })
    say(result, "wait", () => t("new.starting"))
    await opened()
  } catch (error) {
    fail(error)
  }
  sending = false
}

/** Asks what the machine knows of the place. @param zone the one that is typed, or the browser's */
const propose = async (zone?: string) => {
  const answer: Proposed = await post("api/setup/questions", {
    language: shopLanguage(),
    ...(zone === undefined ? {} : { time_zone: zone })
  })
  // What somebody has typed stays; what was proposed for another place does not.
  const before = proposed?.currency ?? ""
  proposed = answer
  if (answer.time_zone !== null) field("time_zone").value = answer.time_zone
  field("time_zone").readOnly = answer.time_zone_is_set
  if (field("currency").value === before) field("currency").value = answer.currency ?? ""
  byId<HTMLDetailsElement>("place").open ||= answer.time_zone === null || answer.currency === null
  renderPlace()
  return answer
}

const start = async () => {
  if (document.documentElement.dataset["new"] === undefined) return only("closed")
  if (code() === "") {
    only("where")
    return offerFocus(byId("title"))
  }
  try {
    const { closed_weekdays, cutoff_time, shop_name, time_zone } = await propose()
    if (shop_name !== null) field("shop_name").value = shop_name
    field("cutoff_time").value = cutoff_time
    for (const box of boxes) box.checked = closed_weekdays.includes(box.value)
    // The machine does not say where it is, as in a container: the browser does.
    if (time_zone === null) {
      await propose(Intl.DateTimeFormat().resolvedOptions().timeZone)
      byId<HTMLDetailsElement>("place").open = true
    }
    only("form")
    say(result, "none")
    renderQuestions()
    field("shop_name").focus()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    only(error.status === 401 ? "where" : "form")
    fail(error)
  }
}

addWords(sharedWords, headWords, signInWords, firstStartWords)
beforeRefusals(async () => addWords((await import("../../../words/Refusals.ts")).refusalWords))
translate()
startSwitches()
render()
onLanguage(render)
byId("zones").append(...Intl.supportedValuesOf("timeZone").map((value) => el("option", { value })))
byId("currencies").append(...Intl.supportedValuesOf("currency").map((value) => el("option", { value })))
byId("form").addEventListener("input", renderQuestions)
field("time_zone").addEventListener("change", () => void propose(field("time_zone").value.trim()).catch(fail))
field("currency").addEventListener("change", renderPlace)
byId("password-show").addEventListener("click", () => {
  const isShown = field("password").type === "text"
  field("password").type = isShown ? "password" : "text"
  byId("password-show").setAttribute("aria-pressed", String(!isShown))
})
byId("form").addEventListener("submit", (event) => {
  event.preventDefault()
  void send()
})
// The address of a new start, opened in the tab that holds what was typed.
addEventListener("hashchange", () => {
  if (byId("form").hidden) void start()
  else say(result, "none")
})
byId<HTMLButtonElement>("send").disabled = false
void start()
