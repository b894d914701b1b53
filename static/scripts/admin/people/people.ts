import { wholeAddress } from "../../shared/address.ts"
import { admin } from "../../shared/admin.ts"
import { byId, setText } from "../../shared/dom.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { t } from "../../shared/language.ts"
import type { Clock } from "../../shared/live/clock.ts"
import { isLocal } from "../../shared/local.ts"
import { ApiError } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import { goToSignIn } from "../../shared/session.ts"
import type { Room } from "../main.ts"
import { deviceOf } from "./device.ts"
import { makeInvitation } from "./invitation.ts"
import { renderInvited, renderPeople } from "./list.ts"
import type { Acts, Open, Session, Token } from "./list.ts"

/** Milliseconds between two polls of the list while an invitation is visible. */
const lookEvery = 3_000

/**
 * Where an invitation leads. A page that was opened at localhost would lead a phone to itself, so the link names the machine in its
 * network instead, as the start prints it.
 */
const forPhones = async (link: string) => {
  const whole = wholeAddress(link)
  if (!isLocal(whole.hostname)) return whole.href
  const { phones: [phone] }: { phones: string[] } = await admin("GET", "setup").catch(() => ({ phones: [] }))
  return phone === undefined ? whole.href : new URL(`join${whole.hash}`, phone).href
}

/** The room of the people who may use the service. */
export const startPeople = (clock: Clock): Room => {
  const name = byId("person-name") as HTMLInputElement
  const dialog = byId("remove-dialog") as HTMLDialogElement
  let tokens: Token[] = []
  let sessions: Session[] = []
  let invitations: Open[] = []
  let known = false
  let busy = false
  const order = makeOrder()
  /** The sessions that existed before the invitation. */
  let before: Set<number> = new Set()
  let timer: ReturnType<typeof setInterval> | undefined
  let leaving: Token | null = null
  const invitation = makeInvitation(clock, () => render())
  const tell = (outcome: "good" | "bad", sentence: () => string) => {
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

  /** Carries out one change at a time, then loads the list again. */
  const once = async (change: () => Promise<void>) => {
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

  const invite = (invited: string, role: string) =>
    once(async () => {
      before = new Set(sessions.map(({ id }) => id))
      const answer = await admin("POST", "invitations", { name: invited, role })
      name.value = ""
      say(byId("people-result"), "none")
      void invitation.invite({ ...answer, link: await forPhones(answer.link) })
    })

  const acts: Acts = {
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

  const role = () => (document.querySelector("#person-form input[name=role]:checked") as HTMLInputElement | null)?.value ?? "entry"
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
