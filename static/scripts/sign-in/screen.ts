import { screenWords } from "../../../words/Screen.ts"
import { wholeAddress } from "../shared/address.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { upTo } from "../shared/live/chance.ts"
import { isLocal } from "../shared/local.ts"
import { qrCode } from "../shared/qr-code.ts"
import { ApiError, request } from "../shared/request.ts"
import type { Identity } from "../shared/session.ts"

/** Milliseconds between two polls for the approval. */
const pause = 2_000

/**
 * Milliseconds after which a new code is shown. The previous code stays valid for one more minute, because somebody may be
 * approving it at that moment.
 */
const shownFor = 4 * 60_000

/** `at` by the clock that no one sets */
type Asked = { code: string; secret: string; link: string; at: number }

const post = (path: string, body?: object) =>
  request(path, {
    method: "POST",
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
  })

/**
 * A wall screen that is not signed in shows a code, and is signed in when a person approves the code. Its secret never leaves this
 * page.
 */
export const startScreen = (enter: (who: Identity) => void) => {
  addWords(screenWords)
  translate()
  /** The codes that were shown, newest last. */
  let asked: Asked[] = []
  let reachable = true

  const render = () => {
    const newest = asked.at(-1)
    const { host, hostname } = location
    const link = newest === undefined ? null : wholeAddress(newest.link)
    const local = isLocal(link?.hostname ?? hostname)
    byId("screen-code").replaceChildren(...(link === null ? [] : [qrCode(link.href, t("screen.code"))]))
    setText(byId("screen-state"), !reachable ? t("screen.lost") : local ? t("screen.local", { host: link?.host ?? host }) : "")
  }

  const renew = async () => {
    const { code, link, secret } = await post("api/session/screen")
    asked = [...asked.slice(-1), { code, link, secret, at: performance.now() }]
    render()
  }

  /** Whether the server still knows the code. */
  const ask = async ({ code, secret }: Asked) => {
    try {
      const answer = await post("api/session/screen/claim", { code, secret })
      if (answer.state === "signed_in") enter(answer)
      return true
    } catch (error) {
      if (error instanceof ApiError && (error.status === 410 || error.status === 401)) return false
      throw error
    }
  }

  const look = async () => {
    let wait = pause
    try {
      const newest = asked.at(-1)
      if (newest === undefined || performance.now() - newest.at > shownFor) await renew()
      for (const one of asked) if (!await ask(one)) asked = asked.filter((other) => other !== one)
      reachable = true
    } catch (error) {
      reachable = error instanceof ApiError && error.status === 429
      wait = (error instanceof ApiError && error.retryAfter * 1_000 || 5 * pause) + upTo(pause)
    }
    render()
    setTimeout(() => void look(), wait)
  }

  show(byId("screen"), true)
  byId("screen-password").addEventListener("click", () => {
    show(byId("gate"), true)
    byId("token").focus()
  })
  onLanguage(render)
  void look()
}
