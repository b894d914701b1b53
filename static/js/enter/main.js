// @ts-check
import { enterWords } from "../../../words/Enter.ts"
import { refusalWords } from "../../../words/Refusals.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { asked } from "../shared/address.js"
import { byId, setText, show } from "../shared/dom.js"
import { askAgain } from "../shared/entry/conflict.js"
import { isPastCutoff, undoableFor } from "../shared/entry/cutoff.js"
import { askDay, figureOf, isCounted } from "../shared/entry/day.js"
import { doubtOf, doubtSentence } from "../shared/entry/doubt.js"
import { makeQuestion } from "../shared/entry/question.js"
import { isOpen, makeSave } from "../shared/entry/save.js"
import { afterUndo, currentOf, standingSentence } from "../shared/entry/standing.js"
import { addDays } from "../shared/format/dates.js"
import { money } from "../shared/format/money.js"
import { addWords, onLanguage, t, translate } from "../shared/language.js"
import { makeClock } from "../shared/live/clock.js"
import { mine } from "../shared/mine.js"
import { ApiError } from "../shared/request.js"
import { say, sentenceOf } from "../shared/result.js"
import { allows } from "../shared/roles.js"
import { goToSignIn } from "../shared/session.js"
import { startSignOut } from "../shared/sign-out.js"
import { remembered } from "../shared/store.js"
import { startSwitches } from "../shared/switches.js"
import { makeDone } from "./done.js"
import { drafts } from "./draft.js"
import { fields, renderForm, renderUnsent, wishOf } from "./form.js"
import { keepUp } from "./keep-up.js"
import { askShop, isLocked } from "./shop.js"
import { makeWeek } from "./week.js"
import { whichDay } from "./which-day.js"

addWords(sharedWords, refusalWords, enterWords)
translate()
startSwitches()

/** @typedef {import("../shared/entry/day.js").Day} Day */

/** @type {import("./form.js").Situation} */
const situation = { shop: null, day: null, why: "today", busy: false, editing: false, held: "no" }
const clock = makeClock()
const save = makeSave(mine.phoneSave)
const question = makeQuestion()
const week = makeWeek()

/** @param {"good" | "bad" | "none"} outcome @param {() => string} [sentence] */
const tell = (outcome, sentence = () => "") => {
  say(byId("result"), outcome, sentence)
}

const isMaster = () => situation.shop?.who.name === "admin"

/** The holder of the master token has no name: the one that was typed on the admin page counts. @returns {Record<string, string>} */
const who = () => {
  const actor = isMaster() ? remembered.get("actor") ?? "" : ""
  return actor === "" ? {} : { actor }
}

const myName = () => isMaster() ? remembered.get("actor") || t("enter.master") : situation.shop?.who.name ?? ""

const render = () => {
  // The page may stay open over the cutoff and over midnight.
  const shop = situation.shop === null ? null : { ...situation.shop, now: clock.instant(), today: clock.today() }
  situation.shop = shop
  if (shop !== null) {
    setText(byId("shop"), shop.name)
    setText(byId("me"), myName())
    document.title = t("enter.page", { shop: shop.name })
    const allowed = allows(shop.who.role, "entry")
    show(byId("no-role"), !allowed)
    if (!allowed) {
      show(byId("enter-form"), false)
      setText(byId("no-role-text"), t("enter.no_role", { role: t(`role.${shop.who.role}`) }))
    }
  } else document.title = t("enter.title")
  // What is typed stays in view, and is not offered again on other days.
  if (shop !== null && situation.day !== null && isLocked(shop, situation.day)) drafts.drop(situation.day.date)
  renderForm(situation)
  renderUnsent(drafts.all(), situation.day)
}

const keepDraft = (tried = false) => {
  const date = situation.day?.date ?? null
  const amount = fields.amount.value
  const before = drafts.of(date)
  const kept = {
    date,
    asked: asked("date"),
    // A note that is added, or a page that is loaded again, does not make the amount one of a later day.
    at: before?.amount === amount ? before.at : Date.now(),
    amount,
    note: fields.note.value,
    closed: fields.closed.checked,
    tried
  }
  if (kept.amount === "" && !kept.closed && wishOf(situation.day).note === undefined) drafts.drop(kept.date)
  else drafts.keep(kept)
}

/**
 * Puts the day and what was kept for it into the fields. What is being typed stays, unless it belongs to another day.
 * @param {import("./shop.js").Shop} shop @param {Day} day
 */
const fill = (shop, day) => {
  const settled = drafts.settle(day.date, shop) ?? situation.day?.date ?? day.date
  const kept = drafts.of(day.date)
  fields.note.value = kept !== null && kept.note !== "" ? kept.note : day.note
  fields.closed.checked = kept !== null && figureOf(day) === null ? kept.closed || day.closed : day.closed
  if (kept !== null) fields.amount.value = kept.amount
  else if (settled !== day.date) fields.amount.value = ""
  situation.shop = shop
  situation.day = day
  if (kept?.tried) situation.held = "kept"
}

const learnShop = async () => {
  const shop = await askShop()
  clock.hear(shop.now)
  return shop
}

/** @param {string | null} [wanted] */
const load = async (wanted = asked("date")) => {
  try {
    const shop = await learnShop()
    const chosen = whichDay({
      asked: wanted ?? drafts.all().find(({ tried }) => tried)?.date ?? null,
      today: shop.today,
      yesterday: addDays(shop.today, -1),
      hour: Number(shop.now.slice(11, 13)),
      isCounted: shop.isCounted,
      awaiting: shop.awaiting
    })
    const day = await askDay(chosen.date)
    situation.why = chosen.date === shop.today ? "today" : chosen.why
    situation.held = "no"
    situation.editing = false
    tell("none")
    fill(shop, day)
    week.know(shop, day.date)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return goToSignIn(false)
    situation.held = "offline"
    if (!(error instanceof ApiError && error.status === 0)) tell("bad", () => sentenceOf(error))
  }
  render()
}

const today = () => situation.shop?.today ?? ""

const isEntry = () => situation.shop?.who.role === "entry"

/** What stands there is to be changed. */
const change = () => {
  situation.editing = true
  tell("none")
  render()
  fields.amount.focus()
}

const done = makeDone({
  save,
  today,
  isPast: (date) => situation.shop === null || isPastCutoff(situation.shop, date),
  isSettled: (date) => situation.shop !== null && isEntry() && isPastCutoff(situation.shop, date),
  undone: (after) => {
    show(byId("enter-form"), true)
    void load(situation.day?.date).then(() => tell("good", () => t("enter.undone", { stands: afterUndo(after, today()) })))
  },
  edit: () => {
    show(byId("enter-form"), true)
    void load(situation.day?.date).then(change)
  }
})

/** The day as it stands now. A field that was as the day had it follows the day; what was typed stays. @param {Day} day */
const adopt = (day) => {
  const before = situation.day
  if (fields.note.value.trim() === before?.note) fields.note.value = day.note
  if (fields.closed.checked === before?.closed || figureOf(day) !== null) fields.closed.checked = day.closed
  situation.day = day
}

/** @param {Day} day @param {ReturnType<typeof wishOf>} wish */
const carryOut = async (day, { amount, closed, note }) => {
  const { shop } = situation
  if (shop === null) return
  const expected = figureOf(day)
  // The note goes first: whatever is said about the amount can then name it, and the amount is what can be undone.
  const marks = { ...(closed === undefined || amount !== null ? {} : { closed }), ...(note === undefined ? {} : { note }) }
  const marked = Object.keys(marks).length === 0 ? null : await save("PUT", `days/${day.date}`, { ...marks, ...who() }, expected)
  // What is stored is not sent again where the amount has to be.
  if (marked !== null) adopt({ ...day, closed: marked.closed, note: marked.note })
  const entered = amount === null ? null : await save("PUT", "turnover", { date: day.date, amount, ...who() }, expected)
  const { before, id } = entered ?? marked
  drafts.drop(day.date)
  situation.held = "no"
  fields.amount.value = ""
  show(byId("enter-form"), false)
  done.open({
    kind: amount !== null
      ? !isCounted(figureOf(before)) ? "entered" : before.amount === amount ? "confirmed" : "changed"
      : closed === undefined
      ? "noted"
      : closed
      ? "closed"
      : "opened",
    taken: { id, date: day.date, after: amount ?? before.amount, before, who: who() },
    today: shop.today,
    shop: shop.name,
    by: myName(),
    lastMessage: day.messages[0]?.id ?? 0,
    undoable: id === null || amount === null && closed === undefined
      ? 0
      : undoableFor(shop, day.date, isEntry() && before.amount === null && (amount !== null || closed === true))
  })
}

/** Saves, and asks first where somebody else was faster. @param {Day} day @param {ReturnType<typeof wishOf>} wish @returns {Promise<void>} */
const saveOrAsk = async (day, wish) => {
  try {
    await carryOut(day, wish)
  } catch (error) {
    const current = currentOf(error)
    if (current === undefined) return explain(error, day)
    const found = isEntry() ? await askDay(day.date).catch(() => day) : day
    const now = { ...found, ...current }
    situation.held = "no"
    adopt(now)
    keepDraft()
    render()
    if (situation.shop !== null && isLocked(situation.shop, now)) return refuse(now)
    const conflict = { current, amount: wish.amount, seen: day, today: today() }
    const answer = await askAgain(conflict, { ask: question.ask, say: tell })
    if (answer === true) return saveOrAsk(now, wishOf(now))
    if (answer === false) {
      fields.amount.value = ""
      keepDraft()
    }
  }
}

/** What is typed cannot be saved. @param {Day} day */
const refuse = (day) => tell("bad", () => t("conflict.kept", { stands: standingSentence(day, today()) }))

/** @param {unknown} error @param {Day} day */
const explain = async (error, day) => {
  if (isOpen(error)) {
    situation.held = /** @type {ApiError} */ (error).status === 0 ? "unsent" : "unanswered"
    keepDraft(true)
  } else {
    tell("bad", () => sentenceOf(error))
    if (!(error instanceof ApiError && error.code === "forbidden")) return
    const found = await askDay(day.date).catch(() => day)
    adopt(found)
    if (found.amount !== null && situation.shop !== null && isLocked(situation.shop, found)) refuse(found)
  }
}

/** Sends what is typed. */
const send = async () => {
  const { busy, day } = situation
  if (busy) return
  if (day === null) {
    situation.busy = true
    render()
    await load()
    situation.busy = false
    return render()
  }
  const wish = wishOf(day)
  if (wish.typedWrong) return
  situation.busy = true
  tell("none")
  render()
  const doubt = wish.amount === null || situation.held !== "no" ? null : doubtOf(wish.amount, day.mean4)
  const amount = wish.amount ?? 0
  const words = () => ({
    title: doubt === null ? "" : doubtSentence(day, amount, doubt),
    detail: "",
    yes: t("question.yes.doubt", { amount: money(amount) })
  })
  const sure = doubt === null || await question.ask(words, true)
  if (sure) await saveOrAsk(day, wish)
  situation.busy = false
  render()
  if (sure === false) fields.amount.focus()
  if (byId("done").hidden) void refresh()
}

byId("enter-form").addEventListener("submit", (event) => {
  event.preventDefault()
  if (!(/** @type {HTMLButtonElement} */ (byId("send")).disabled)) void send()
})
byId("confirm").addEventListener("click", () => {
  if (situation.day === null || situation.busy) return
  fields.amount.value = String(situation.day.amount)
  void send()
})
byId("change").addEventListener("click", change)
for (const field of Object.values(fields)) {
  field.addEventListener("input", () => {
    question.drop()
    if (situation.held === "kept") situation.held = "no"
    keepDraft()
    render()
  })
}
startSignOut("/sign-in?next=/enter")
onLanguage(() => {
  render()
  done.relabel()
  question.relabel()
  week.relabel()
})
/** Nothing is typed, held back or being decided. */
const isIdle = () =>
  !byId("enter-form").hidden && !situation.busy && !situation.editing && situation.held === "no" && fields.amount.value === ""

/** The page has shown today, and nothing holds it on a day that is now yesterday. */
const isOver = () =>
  situation.why === "today" && situation.day !== null && situation.day.date < today() && isIdle() && asked("date") === null

/** Asks again how the day stands that is shown. A page without its day waits for a tap: its button must not change under the thumb. */
const refresh = async () => {
  if (!byId("done").hidden) return done.look()
  const { day } = situation
  if (day === null || situation.busy && !question.asking()) return
  try {
    const [shop, found] = await Promise.all([learnShop(), askDay(day.date)])
    if (situation.day !== day || situation.busy && !question.asking()) return
    situation.shop = shop
    if (isOver()) return await load()
    // The question was about the figure that stood there.
    if (found.amount !== day.amount || found.source !== day.source) question.drop()
    adopt(found)
    week.know(shop, found.date)
    render()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) goToSignIn(true)
  }
}

keepUp({
  clock,
  refresh: () => void refresh(),
  look: () => {
    render()
    done.relabel()
    if (done.isOver()) {
      done.close()
      show(byId("enter-form"), true)
      return void load()
    }
    const { shop } = situation
    if (shop !== null && (shop.today !== shop.askedOn || isOver() || Date.parse(shop.nextCutoff) <= Date.parse(shop.now))) void refresh()
  }
})

/** Whether the page was opened, not reloaded or restored. */
const isFirstVisit = () =>
  /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type === "navigate"

// Typed before this script ran, or on an earlier page that did not know its day. What belongs to a day waits for that day.
if (fields.amount.value !== "") keepDraft()
else fields.amount.value = drafts.of(null)?.amount ?? ""
render()
const saved = isFirstVisit() ? null : done.reopen()
if (saved === null) void load()
else {
  show(byId("enter-form"), false)
  void load(saved)
}
