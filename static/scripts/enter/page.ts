import { asked } from "../shared/address.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { dayLabel } from "../shared/format/dates.ts"
import { money } from "../shared/format/money.ts"
import { parseAmount } from "../shared/format/typed.ts"
import { t } from "../shared/language.ts"
import { makeClock } from "../shared/live/clock.ts"
import { say } from "../shared/result.ts"
import { allows } from "../shared/roles.ts"
import { remembered } from "../shared/store.ts"
import { drafts } from "./draft.ts"
import { fields, renderForm, renderUnsent, wishOf } from "./form.ts"
import type { Situation } from "./form.ts"
import { renderManager } from "./manager.ts"
import { isLocked } from "./shop.ts"

/** The state of the page. The other modules change it, and then render. */
export const situation: Situation = {
  shop: null,
  day: null,
  ahead: null,
  why: "today",
  busy: false,
  editing: false,
  held: "no",
  restored: false,
  seen: null,
  again: null
}
export const clock = makeClock()

export const today = () => situation.shop?.today ?? ""

export const isEntry = () => situation.shop?.who.role === "entry"

export const tell = (outcome: "good" | "bad" | "none", sentence: () => string = () => "") => {
  say(byId("result"), outcome, sentence)
}

export const isMaster = () => situation.shop?.who.name === "admin"

/** The author's name. The holder of the master token has none, so a typed name counts. */
export const who = (): Record<string, string> => {
  const actor = isMaster() ? remembered.get("actor") ?? "" : ""
  return actor === "" ? {} : { actor }
}

export const myName = () => isMaster() ? remembered.get("actor") ?? "" : situation.shop?.who.name ?? ""

export const render = () => {
  // The page may stay open beyond the cutoff and the end of the day.
  const shop = situation.shop === null
    ? null
    : { ...situation.shop, now: clock.instant(), today: clock.today(), openUntil: clock.openUntil() }
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
    show(byId("ahead"), allowed && situation.ahead !== null)
    if (situation.ahead !== null) {
      show(byId("enter-form"), false)
      setText(byId("ahead-text"), t("enter.ahead", { day: dayLabel(situation.ahead) }))
    }
  } else document.title = t("enter.title")
  // The typed text stays visible, but it is not offered on other days.
  if (shop !== null && situation.day !== null && isLocked(shop, situation.day)) drafts.drop(situation.day.date)
  renderForm(situation)
  renderManager(situation, isMaster())
  renderUnsent(drafts.all(), situation.day)
}

export const keepDraft = (tried = false) => {
  const date = situation.day?.date ?? null
  const amount = fields.amount.value
  const parsed = parseAmount(amount)
  const before = drafts.of(date)
  const kept = {
    date,
    asked: asked("date"),
    // Adding a note, or a reload, does not move the amount to a later day.
    at: before?.amount === amount ? before.at : Date.now(),
    amount,
    ...(parsed === null ? {} : { said: money(parsed) }),
    note: fields.note.value,
    reason: fields.reason.value,
    closed: fields.closed.checked,
    tried,
    seen: situation.seen
  }
  if (kept.amount === "" && kept.reason === "" && !kept.closed && wishOf(situation.day).note === undefined) drafts.drop(kept.date)
  else drafts.keep(kept)
}
