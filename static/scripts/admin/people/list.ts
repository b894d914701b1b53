import type { Responses } from "../../../../src/Api/Responses.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { shortDate } from "../../shared/format/dates.ts"
import { hourMinute } from "../../shared/format/times.ts"
import { t } from "../../shared/language.ts"
import type { Role } from "../../shared/session.ts"
import { deviceOf } from "./device.ts"
import { ago } from "./when.ts"

/** an invitation that is open */
export type Token = Responses["tokens"]["items"][number]
export type Session = Responses["sessions"]["items"][number]
export type Open = Responses["invitations"]["items"][number]
export type Acts = {
  end: (session: Session) => void
  addPhone: (token: Token) => void
  changeRole: (token: Token, role: Role) => void
  remove: (token: Token) => void
  revoke: (open: Open) => void
}

/** Roles of people; programs may have `feed` as well. */
const roles: Role[] = ["view", "entry", "manager", "admin"]

const phone = (session: Session, today: string, acts: Acts) => {
  const device = deviceOf(session)
  const used = session.current ? t("people.now") : ago(session.last_used_at, today)
  return el("li", { "data-session": session.id }, el("span", { class: "device" }, device),
    el("span", { class: "muted" }, `${used} · ${t("people.signed_in", { date: shortDate(session.created_at.slice(0, 10)) })}`),
    el("button", {
      type: "button",
      class: "button plain",
      "aria-label": t("people.end.label", { name: session.name, device }),
      click: () => acts.end(session)
    }, t("people.end")))
}

const without = (token: Token, today: string, waiting: boolean) => {
  const used = token.last_used_at === null ? t("people.unused") : t("people.used", { when: ago(token.last_used_at, today) })
  const until = token.expires_at === null ? [] : [t("people.until", { date: shortDate(token.expires_at.slice(0, 10)) })]
  const device = token.has_secret ? t("people.program") : t(waiting ? "people.waiting" : "people.no_phone")
  const state = token.state === "expired" ? [t("people.expired")] : token.has_secret ? [used, ...until] : until
  return el("li", {}, el("span", { class: "device" }, device), el("span", { class: "muted" }, state.join(" · ")))
}

const roleOf = (token: Token, mine: boolean, acts: Acts) => {
  if (mine) return el("p", { class: "muted" }, t(`role.${token.role}`))
  const choice = el("select", {
    class: "quiet",
    "aria-label": t("people.role.label", { name: token.name }),
    change: () => acts.changeRole(token, choice.value as Role)
  },
    ...(token.has_secret ? [...roles, "feed" as const] : roles).map((role) =>
      el("option", { value: role, selected: role === token.role }, t(`role.${role}`))
    ))
  return choice
}

const person = (token: Token, sessions: Session[], { today, waiting }: { today: string; waiting: number | null }, acts: Acts) => {
  const { name } = token
  const mine = sessions.some(({ current }) => current)
  const program = token.has_secret && sessions.length === 0
  return el("li", { class: token.id === waiting ? "waiting" : null, "data-person": name },
    el("div", { class: "who" }, el("h3", {}, name, mine ? el("small", {}, ` ${t("people.you")}`) : null), roleOf(token, mine, acts)),
    el("div", {},
      el("ul", { class: "phones" }, ...sessions.map((session) => phone(session, today, acts)),
        ...(sessions.length === 0 || token.has_secret ? [without(token, today, token.id === waiting)] : [])),
      el("p", { class: "does" }, program ? null : el("button", {
        type: "button",
        class: "quiet",
        "aria-label": t("people.phone.label", { name }),
        click: () => acts.addPhone(token)
      }, t("people.phone")), mine ? null : el("button", {
        type: "button",
        class: "quiet",
        "aria-label": t(program ? "people.revoke.label" : "people.remove.label", { name }),
        click: () => acts.remove(token)
      }, t(program ? "people.revoke" : "people.remove")))))
}

const master = (sessions: Session[], today: string, acts: Acts) =>
  el("li", {}, el("div", { class: "who" }, el("h3", {}, t("people.master")), el("p", { class: "muted" }, t("role.admin"))),
    el("ul", { class: "phones" }, ...sessions.map((session) => phone(session, today, acts))))

const invited = (open: Open, acts: Acts) => {
  const { expires_at, name, role } = open
  return el("li", {}, el("div", { class: "who" }, el("h3", {}, name), el("p", { class: "muted" }, t(`role.${role}`))),
    el("ul", { class: "phones" },
      el("li", {}, el("span", { class: "muted" }, t("people.invited.until", { time: hourMinute(expires_at) })), el("button", {
        type: "button",
        class: "button plain",
        "aria-label": t("people.invited.revoke", { name }),
        click: () => acts.revoke(open)
      }, t("people.revoke")))))
}

/** Shows the invitations that can still be used. */
export const renderInvited = (items: Open[], acts: Acts) => {
  show(byId("invited"), items.length > 0)
  byId("invited-list").replaceChildren(...items.map((open) => invited(open, acts)))
}

/** Shows each person who may use the service, with their phones. */
export const renderPeople = (tokens: Token[], sessions: Session[], now: { today: string; waiting: number | null }, acts: Acts) => {
  const present = tokens.filter(({ state }) => state !== "revoked")
  const ofMaster = sessions.filter(({ token_id }) => token_id === null)
  const focused = document.activeElement?.getAttribute("aria-label") ?? null
  byId("people").replaceChildren(
    ...(ofMaster.length === 0 ? [] : [master(ofMaster, now.today, acts)]),
    ...present.map((token) => person(token, sessions.filter(({ token_id }) => token_id === token.id), now, acts))
  )
  const again = focused === null ? null : byId("people").querySelector(`[aria-label="${CSS.escape(focused)}"]`)
  if (again instanceof HTMLElement) again.focus()
  show(byId("people-none"), present.length === 0)
  setText(byId("people-none"), t("people.none"))
}
