import { actorName } from "../shared/actor.ts"
import { byId, el, show } from "../shared/dom.ts"
import { figureOf } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { addDays } from "../shared/format/dates.ts"
import { dateTime } from "../shared/format/moments.ts"
import { money } from "../shared/format/money.ts"
import { t } from "../shared/language.ts"
import { allows } from "../shared/roles.ts"
import type { Situation } from "./form.ts"

/** How many days ahead a day may be marked closed or get a note. */
const daysAhead = 366

const change = ({ actor, amount_after, amount_before, created_at, kind, reason }: Day["audit"][number]) =>
  el("li", {}, el("small", {}, `${dateTime(created_at)} · ${actorName(actor)}`),
    el("span", {}, t(`change.${kind}`), amount_before === null && amount_after === null ? "" : [
      "",
      ...(amount_before === null ? [] : [money(amount_before), "→"]),
      amount_after === null ? t("audit.none_now") : money(amount_after)
    ].join(" ")), reason === "" ? null : el("small", {}, reason))

/** What only managers see: the reason of a change, the withdrawal, and what was changed. */
export const renderManager = ({ busy, day, shop }: Situation, isMaster: boolean) => {
  const isShown = shop !== null && day !== null && allows(shop.who.role, "manager")
  show(byId("manager"), isShown)
  if (!isShown) return
  const figure = figureOf(day)
  byId("other-day").setAttribute("max", addDays(shop.today, daysAhead))
  show(byId("actor-field"), isMaster)
  show(byId("reason-field"), figure !== null)
  show(byId("withdraw"), figure !== null)
  ;(byId("withdraw") as HTMLButtonElement).disabled = busy
  show(byId("changes-title"), day.audit.length > 0)
  byId("changes").replaceChildren(...day.audit.map(change))
}
