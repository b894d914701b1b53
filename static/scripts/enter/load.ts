import { asked } from "../shared/address.ts"
import { byId, show } from "../shared/dom.ts"
import { askDay, figureOf } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { afterUndo } from "../shared/entry/standing.ts"
import type { Own } from "../shared/entry/take-back.ts"
import { addDays } from "../shared/format/dates.ts"
import { t } from "../shared/language.ts"
import { ApiError } from "../shared/request.ts"
import { sentenceOf } from "../shared/result.ts"
import { allows } from "../shared/roles.ts"
import { goToSignIn } from "../shared/session.ts"
import { drafts, fateOf } from "./draft.ts"
import { fields } from "./form.ts"
import { clock, keepDraft, render, situation, tell, today, who } from "./page.ts"
import { askShop } from "./shop.ts"
import type { Shop } from "./shop.ts"
import { makeWeek } from "./week.ts"
import { whichDay } from "./which-day.ts"

export const week = makeWeek()

/** If a save got no response, shows whether it was stored, now that the day is known again. */
export const judge = (day: Day) => {
  const draft = drafts.of(day.date)
  if (draft === null || !draft.tried) return
  const fate = fateOf(draft, day, who()["actor"] ?? situation.shop?.who.name ?? "")
  if (fate === "open") {
    if (situation.held === "unsent") situation.held = "online"
    return
  }
  situation.held = "no"
  // Where somebody has changed the day, the next tap asks.
  if (fate === "arrived") {
    situation.seen = day
    situation.editing = false
    fields.amount.value = ""
    drafts.drop(day.date)
    return tell("good", () => t("enter.arrived", { stands: afterUndo(day, today()) }))
  }
  keepDraft()
}

/** Fills the fields with the day and its draft. Text that is being typed stays, unless it belongs to another day. */
const fill = (shop: Shop, day: Day) => {
  const settled = drafts.settle(day.date, shop) ?? situation.day?.date ?? day.date
  const kept = drafts.of(day.date)
  // Text of an earlier visit, or of another person, who has forgotten it meanwhile.
  if (kept === null && (situation.restored || settled !== day.date)) fields.amount.value = ""
  const note = kept !== null && kept.note !== "" ? kept.note : day.note
  situation.restored = kept !== null &&
    (situation.restored || kept.amount !== fields.amount.value || note !== day.note && note !== fields.note.value)
  fields.note.value = note
  fields.reason.value = kept?.reason ?? ""
  fields.closed.checked = kept !== null && figureOf(day) === null ? kept.closed || day.closed : day.closed
  if (kept !== null) fields.amount.value = kept.amount
  situation.seen = kept === null ? day : kept.seen
  situation.shop = shop
  situation.day = day
  if (kept?.tried) {
    situation.held = "kept"
    judge(day)
  }
}

export const learnShop = async () => {
  const shop = await askShop()
  // What stands in the fields is the text of the person who was signed in before.
  if (situation.shop !== null && situation.shop.who.name !== shop.who.name) location.reload()
  clock.hear(shop.now)
  clock.follow({ date: shop.today, ...(shop.endsAt === undefined ? {} : { ends_at: shop.endsAt }) })
  return { ...shop, openUntil: clock.openUntil() }
}

/** Says that a day has not come yet, and enters no other. */
const stayOutside = (shop: Shop, date: string) => {
  situation.shop = shop
  situation.ahead = date
  render()
}

/**
 * Returns the save with which the page opens instead of its form, because it can still be undone; null for none.
 * @param visit `again`: the page was reloaded
 */
export const load = async (
  wanted: string | null = asked("date"),
  visit: { own: Promise<Own | null>; again: boolean } = { own: Promise.resolve(null), again: false }
) => {
  try {
    const [shop, found] = await Promise.all([learnShop(), visit.own])
    // A save of an earlier day leads after a reload of its page alone: there may be other days to fill in.
    // Nor does it cover what was typed before any day was known.
    const own = found !== null && drafts.of(found.date) === null && drafts.of(null) === null &&
        (visit.again || wanted !== null || found.date === shop.today)
      ? found
      : null
    const chosen = whichDay({
      own: own?.date ?? null,
      asked: wanted ?? drafts.all().find(({ tried }) => tried)?.date ?? null,
      today: shop.today,
      yesterday: addDays(shop.today, -1),
      // If the business day has not ended at midnight, it is still today's amount that is entered.
      hour: shop.openUntil === null ? Number(shop.now.slice(11, 13)) : 24,
      isCounted: shop.isCounted,
      awaiting: shop.awaiting
    })
    if (chosen.why === "ahead" && !allows(shop.who.role, "manager")) {
      stayOutside(shop, chosen.date)
      return null
    }
    const day = await askDay(chosen.date)
    situation.why = chosen.date === shop.today ? "today" : chosen.why === "own" || chosen.why === "ahead" ? "asked" : chosen.why
    situation.held = "no"
    situation.editing = false
    tell("none")
    fill(shop, day)
    week.know(shop, day.date)
    if (own !== null && chosen.why === "own") return own
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      goToSignIn(false)
      return null
    }
    situation.held = "offline"
    if (!(error instanceof ApiError && error.status === 0)) tell("bad", () => sentenceOf(error))
  }
  render()
  return null
}

/**
 * Shows the form again. Nothing can be sent until the day is loaded again: otherwise the change would conflict with the page's own
 * save.
 */
export const reload = async (date: string | null = situation.day?.date ?? null) => {
  situation.busy = true
  show(byId("enter-form"), true)
  await load(date)
  situation.busy = false
  render()
}

/**
 * Shows the day as it is stored now. Fields that showed the stored values follow it; typed text stays, and replaces only the figure
 * that it was typed over.
 */
export const adopt = (day: Day) => {
  const before = situation.day
  if (fields.amount.value === "") situation.seen = day
  if (fields.note.value.trim() === before?.note) fields.note.value = day.note
  if (fields.closed.checked === before?.closed || figureOf(day) !== null) fields.closed.checked = day.closed
  situation.day = day
}
