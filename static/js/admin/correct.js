// @ts-check
import { byId, el, setText } from "../shared/dom.js"
import { dayLabel, epochDay, weekday } from "../shared/format/dates.js"
import { difference, money, parseAmount, percent, signedMoney } from "../shared/format/money.js"
import { t } from "../shared/language.js"
import { request } from "../shared/request.js"
import { remembered } from "../shared/store.js"
import { admin } from "./api.js"
import { say, sentenceOf } from "./result.js"

/** The longest window that `GET /api/revenue` looks back over. */
const longestWindow = 3660

/**
 * The final record of a day as it stands now; null where there is none.
 * @param {string} date @param {string} today
 * @returns {Promise<{ amount: number, source: string } | null>}
 */
const finalRecord = async (date, today) => {
  const days = epochDay(today) - epochDay(date) + 1
  if (days > longestWindow) throw new Error("further back than the history reaches")
  // One day more than needed: midnight may pass while the question is on its way.
  const rows = await request(`/api/revenue?days=${Math.min(longestWindow, days + 1)}`)
  return rows.find((/** @type {{ date: string }} */ row) => row.date === date) ?? null
}

/**
 * @typedef {{ date: string, record: { amount: number, source: string } | null, known: boolean }} Present
 * @param {import("../shared/live/clock.js").Clock} clock
 * @returns {import("./main.js").Room}
 */
export const startCorrect = (clock) => {
  const [dateInput, amountInput, reasonInput, actorInput] = /** @type {HTMLInputElement[]} */ (
    ["date", "amount", "reason", "actor"].map((name) => byId(`correct-${name}`)))
  if (!dateInput || !amountInput || !reasonInput || !actorInput) throw new Error("The form lacks a field")
  const send = /** @type {HTMLButtonElement} */ (byId("correct-send"))
  const dialog = /** @type {HTMLDialogElement} */ (byId("confirm"))
  const result = byId("correct-result")
  /** @type {Present | null} */
  let present = null
  let sending = false

  /** @param {string} id @param {boolean} fault @param {...(Node | string)} content */
  const put = (id, fault, ...content) => {
    byId(id).classList.toggle("fault", fault)
    byId(id).replaceChildren(...content)
  }

  const dateFault = () => {
    if (dateInput.value === "") return t("correct.date.bad")
    return clock.known() && dateInput.value > clock.today() ? t("correct.future", { today: clock.today() }) : ""
  }

  const render = () => {
    const fault = dateFault()
    // A date field shows its date in the browser's order of day and month; this says which day is meant.
    setText(byId("correct-day"), dateInput.value === "" ? "" : dayLabel(dateInput.value))
    const record = present?.record ?? null
    const amount = parseAmount(amountInput.value)
    const typedWrong = amountInput.value.trim() !== "" && amount === null
    if (fault !== "" && dateInput.value !== "") put("correct-present", true, fault)
    else if (present === null) put("correct-present", false, "—")
    else if (!present.known) put("correct-present", true, t("correct.unknown"))
    else if (record === null) put("correct-present", false, el("span", { class: "none" }, t("correct.none")))
    else put("correct-present", false, money(record.amount), el("span", { class: "badge", "data-source": record.source }, t(`source.${record.source}`)))
    put("correct-echo", typedWrong, typedWrong ? t("correct.bad") : money(amount))
    amountInput.setAttribute("aria-invalid", String(typedWrong))
    const change = record === null || amount === null ? null : difference(amount, record.amount)
    const share = record === null || amount === null ? null : percent(amount, record.amount)
    put("correct-difference", false, change === null ? "—" : change === 0 ? t("correct.same") : signedMoney(change),
      ...(share === null || change === 0 ? [] : [el("small", {}, share)]))
    send.disabled = sending || fault !== "" || amount === null
  }

  const look = async () => {
    const date = dateInput.value
    // What is known of this very day stays in sight while it is asked for again.
    if (present?.date !== date) present = null
    render()
    if (date === "" || dateFault() !== "") return
    try {
      const record = await finalRecord(date, clock.known() ? clock.today() : date)
      if (dateInput.value === date) present = { date, record, known: true }
    } catch {
      if (dateInput.value === date) present = { date, record: null, known: false }
    }
    render()
  }

  /** @param {number} amount @returns {Promise<boolean>} */
  const confirmed = (amount) => {
    const record = present?.record ?? null
    setText(byId("confirm-text"), t("confirm.text", { date: dateInput.value, weekday: weekday(dateInput.value) }))
    setText(byId("confirm-before"), money(record?.amount ?? null))
    setText(byId("confirm-after"), money(amount))
    return new Promise((resolve) => {
      dialog.returnValue = ""
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true })
      dialog.showModal()
    })
  }

  const submit = async () => {
    const amount = parseAmount(amountInput.value)
    if (amount === null || dateFault() !== "") return
    const date = dateInput.value
    if (present?.date !== date) await look()
    // A day of which nothing is known may be final as well.
    if ((present?.record !== null || !present.known) && !await confirmed(amount)) return
    const before = present?.record?.amount ?? null
    sending = true
    render()
    say(result, "wait", t("working"))
    try {
      await admin("PUT", "turnover", {
        date, amount, reason: reasonInput.value.trim(), ...(actorInput.value.trim() === "" ? {} : { actor: actorInput.value.trim() })
      })
      remembered.set("actor", actorInput.value.trim())
      say(result, "good", t("correct.done", { date, before: money(before), after: money(amount) }))
      amountInput.value = ""
      reasonInput.value = ""
    } catch (error) {
      say(result, "bad", sentenceOf(error))
    }
    sending = false
    await look()
  }

  byId("confirm-yes").addEventListener("click", () => dialog.close("yes"))
  byId("confirm-no").addEventListener("click", () => dialog.close("no"))
  byId("correct-form").addEventListener("submit", (event) => {
    event.preventDefault()
    if (!sending) void submit()
  })
  dateInput.addEventListener("change", () => void look())
  amountInput.addEventListener("input", render)
  actorInput.value = remembered.get("actor") ?? ""

  const open = () => {
    const asked = /^#correct=(\d{4}-\d\d-\d\d)$/.exec(location.hash)?.[1]
    if (clock.known()) dateInput.max = clock.today()
    if (asked !== undefined) {
      dateInput.value = asked
      // Asked for once: a later choice in the field is not to be undone.
      history.replaceState(null, "", "#correct")
    } else if (dateInput.value === "" && clock.known()) dateInput.value = clock.today()
    void look()
  }
  return { open, changed: () => void look(), relabel: render }
}
