// @ts-check
import { wholeAddress } from "../../shared/address.js"
import { admin } from "../../shared/admin.js"
import { byId, setText } from "../../shared/dom.js"
import { makeOrder } from "../../shared/in-order.js"
import { t } from "../../shared/language.js"
import { isLocal } from "../../shared/local.js"
import { ApiError } from "../../shared/request.js"
import { say, sentenceOf } from "../../shared/result.js"
import { goToSignIn } from "../../shared/session.js"
import { deviceOf } from "./device.js"
import { makeInvitation } from "./invitation.js"
import { renderInvited, renderPeople } from "./list.js"

/** Milliseconds between two polls of the list while an invitation is visible. */
const lookEvery = 3_000

/**
 * Where an invitation leads. A page that was opened at localhost would lead a phone to itself, so the link names the machine in its
 * network instead, as the start prints it. @param {string} link
 */
const forPhones = async (link) => {
  const whole = wholeAddress(link)
  if (!isLocal(whole.hostname)) return whole.href
  /** @type {{ phones: string[] }} */
  const { phones: [phone] } = await admin("GET", "setup").catch(() => ({ phones: [] }))
  return phone === undefined ? whole.href : new URL(`join${whole.hash}`, phone).href
}

/** The room of the people who may use the service. @param {import("../../shared/live/clock.js").Clock} clock @returns {import("../main.js").Room} */
export const startPeople = (clock) => {
  const name = /** @type {HTMLInputElement} */ (byId("person-name"))
  const dialog = /** @type {HTMLDialogElement} */ (byId("remove-dialog"))
  /** @type {import("./list.js").Token[]} */
  let tokens = []
  /** @type {import("./list.js").Session[]} */
  let sessions = []
  /** @type {import("./list.js").Open[]} */
  let invitations = []
  let known = false
  let busy = false
  const order = makeOrder()
  /** The sessions that existed before the invitation. @type {Set<number>} */
  let before = new Set()
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  /** @type {import("./list.js").Token | null} */
  let leaving = null
  const invitation = makeInvitation(clock, () => render())
  /** @param {"good" | "bad"} outcome @param {() => string} sentence */
  const tell = (outcome, sentence) => {
    say(byId("people-result"), outcome, sentence)
  }

  const render = () => {
    if (!known) return
    renderPeople(tokens, sessions, { today: clock.wallDate(), waiting: invitation.waitingFor() }, acts)
    renderInvited(invitations, acts)
  }

  const load = async () => {
    const isInOrder = order()
    try {
      const [found, devices, open] = await Promise.all([admin("GET", "tokens"), admin("GET", "sessions"), admin("GET", "invitations")])
      if (!isInOrder()) return
      tokens = found.items
      sessions = devices.items
      invitations = open.items
      known = true
      const expected = invitation.waitingFor()
      if (expected !== null && sessions.some(({ id, token_id }) => token_id === expected && !before.has(id))) invitation.arrived()
      render()
    } catch (error) {
      tell("bad", () => sentenceOf(error))
    }
  }

  /** Carries out one change at a time, then loads the list again. @param {() => Promise<void>} change */
  const once = async (change) => {
    if (busy) return
    busy = true
    try {
      await change()
    } catch (error) {
      tell("bad", () => sentenceOf(error))
    }
    busy = false
    await load()
  }

  /** @param {string} invited @param {string} role */
  const invite = (invited, role) =>
    once(async () => {
      before = new Set(sessions.map(({ id }) => id))
      const answer = await admin("POST", "invitations", { name: invited, role })
      name.value = ""
      say(byId("people-result"), "none")
      void invitation.invite({ ...answer, link: await forPhones(answer.link) })
    })

  /** @type {import("./list.js").Acts} */
  const acts = {
    end: (session) =>
      void once(async () => {
        try {
          await admin("DELETE", `sessions/${session.id}`)
        } catch (error) {
          // The token or session has already ended, as requested.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        }
        if (session.current) return goToSignIn(true)
        tell("good", () => t("people.ended", { name: session.name, device: deviceOf(session) }))
      }),
    addPhone: (token) => void invite(token.name, token.role),
    changeRole: (token, role) =>
      void once(async () => {
        await admin("PATCH", `tokens/${token.id}`, { role })
        tell("good", () => t("people.role.changed", { name: token.name, role: t(`role.${role}`) }))
      }),
    remove: (token) => {
      leaving = token
      setText(byId("remove-title"), t("people.remove.title", { name: token.name }))
      setText(byId("remove-text"), t("people.remove.text", { name: token.name }))
      dialog.showModal()
    },
    revoke: (open) =>
      void once(async () => {
        await admin("DELETE", `invitations/${open.id}`)
        if (invitation.shows(open)) invitation.close()
        tell("good", () => t("people.invited.revoked", { name: open.name }))
      })
  }

  const remove = () => {
    const token = leaving
    dialog.close()
    if (token === null) return
    void once(async () => {
      await admin("DELETE", `tokens/${token.id}`)
      if (invitation.waitingFor() === token.id) invitation.close()
      tell("good", () => t("people.removed", { name: token.name }))
    })
  }

  const role = () =>
    /** @type {HTMLInputElement | null} */ (document.querySelector("#person-form input[name=role]:checked"))?.value ?? "entry"
  byId("person-form").addEventListener("submit", (event) => {
    event.preventDefault()
    if (name.value.trim() !== "") void invite(name.value.trim(), role())
    else name.focus()
  })
  byId("person-token").addEventListener("click", () => {
    const asked = name.value.trim()
    if (asked === "") return name.focus()
    void once(async () => {
      const answer = await admin("POST", "tokens", { name: asked, role: role() })
      name.value = ""
      say(byId("people-result"), "none")
      invitation.reveal({ name: answer.token.name, secret: answer.secret })
    })
  })
  byId("remove-no").addEventListener("click", () => dialog.close())
  byId("remove-yes").addEventListener("click", remove)

  const close = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    open: () => {
      close()
      void load()
      timer = setInterval(() => {
        if (!document.hidden && !busy && invitation.waitingFor() !== null) void load()
      }, lookEvery)
    },
    close,
    relabel: () => {
      render()
      invitation.relabel()
    }
  }
}
