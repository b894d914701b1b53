import { copyText } from "../../shared/clipboard.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { t } from "../../shared/language.ts"
import type { Clock } from "../../shared/live/clock.ts"
import { isLocal } from "../../shared/local.ts"
import type { Open, Token } from "./list.ts"
import { timeLeft } from "./when.ts"

/** Why a phone could not use a link: it cannot reach the address, or the connection is not encrypted. */
const faultOf = (link: string) => {
  const { hostname, protocol } = new URL(link)
  return isLocal(hostname) ? "local" : protocol === "https:" ? null : "plain"
}

type Invitation = { token: Token; link: string; expires_at: string }
type Secret = { name: string; secret: string }

/** The panel that shows an invitation's QR code, or a new token, once. */
export const makeInvitation = (clock: Clock, closed: () => void) => {
  const panel = byId("invitation")
  let invitation: Invitation | null = null
  let secret: Secret | null = null
  let signedIn = false
  let timer: ReturnType<typeof setInterval> | undefined

  const text = () => invitation?.link ?? secret?.secret ?? ""

  const render = () => {
    show(panel, invitation !== null || secret !== null)
    if (invitation !== null) {
      const { expires_at, token: { name, role } } = invitation
      const left = Math.floor((Date.parse(expires_at) - clock.now()) / 1000)
      const over = left <= 0
      if (over || signedIn) clearInterval(timer)
      setText(byId("invitation-title"), `${name} · ${t(`role.${role}`)}`)
      setText(byId("invitation-lead"), signedIn || over ? "" : t("invitation.lead", { name }))
      setText(byId("invitation-state"),
        signedIn ? t("invitation.done", { name }) : over ? t("invitation.over") : t("invitation.left", { left: timeLeft(left) }))
      for (const id of ["qr-code", "invitation-text", "invitation-copy"]) show(byId(id), !signedIn && !over)
      const fault = signedIn || over ? null : faultOf(text())
      show(byId("invitation-fault"), fault !== null)
      if (fault !== null) setText(byId("invitation-fault"), t(`invitation.${fault}`, { host: new URL(text()).host }))
    } else if (secret !== null) {
      setText(byId("invitation-title"), secret.name)
      setText(byId("invitation-lead"), t("secret.lead", { name: secret.name }))
      setText(byId("invitation-state"), "")
      for (const id of ["qr-code", "invitation-fault"]) show(byId(id), false)
      for (const id of ["invitation-text", "invitation-copy"]) show(byId(id), true)
    }
    setText(byId("invitation-text"), text())
    setText(byId("invitation-copy"), t(invitation === null ? "secret.copy" : "invitation.copy"))
  }

  const draw = async () => {
    const shown = text()
    byId("qr-code").replaceChildren()
    try {
      // Loaded only with the first invitation.
      const { qrCode } = await import("../../shared/qr-code.ts")
      if (shown === text()) byId("qr-code").replaceChildren(qrCode(shown, t("invitation.code")))
    } catch {
      byId("qr-code").replaceChildren(el("p", {}, t("invitation.no_code")))
    }
  }

  const open = () => {
    signedIn = false
    clearInterval(timer)
    render()
    byId("invitation-title").focus()
    panel.scrollIntoView({ block: "nearest" })
  }

  const close = () => {
    clearInterval(timer)
    invitation = secret = null
    render()
    closed()
  }

  byId("invitation-close").addEventListener("click", close)
  byId("invitation-copy").addEventListener("click", async () => {
    if (await copyText(text(), byId("invitation-text").firstChild)) setText(byId("invitation-copy"), t("copied"))
  })

  return {
    invite: (next: Invitation) => {
      invitation = next
      secret = null
      open()
      timer = setInterval(render, 1000)
      return draw()
    },
    reveal: (next: Secret) => {
      invitation = null
      secret = next
      open()
    },
    /** The token of the invited person who has not signed in yet. */
    waitingFor: () => invitation === null || signedIn ? null : invitation.token.id,
    shows: ({ expires_at, name }: Open) => invitation !== null && invitation.token.name === name && invitation.expires_at === expires_at,
    /** Shows that the invited phone has signed in. */
    arrived: () => {
      signedIn = true
      render()
    },
    close,
    relabel: render
  }
}
