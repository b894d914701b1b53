// @ts-check
import { joinWords } from "../../../words/Join.ts"
import { byId, setText, show } from "../shared/dom.js"
import { addWords, t, translate } from "../shared/language.js"
import { ApiError } from "../shared/request.js"
import { allows } from "../shared/roles.js"
import { signIn } from "../shared/session.js"

let code = ""

/** @param {ApiError} error */
const sentenceOf = ({ code: refusal, message, status }) => {
  if (status === 0) return t("join.offline")
  if (refusal === "invitation_ended") return t("join.ended")
  if (status === 400 || status === 401) return t("join.incomplete")
  return status === 429 ? t("join.throttled") : t("join.refused", { detail: message })
}

/** @param {string} sentence @param {boolean} worthRepeating */
const fail = (sentence, worthRepeating) => {
  setText(byId("title"), t("join.failed"))
  setText(byId("why"), sentence)
  show(byId("again"), worthRepeating)
  show(byId("sign-in"), !worthRepeating)
  byId("title").focus()
}

const join = async () => {
  setText(byId("title"), t("join.working"))
  setText(byId("why"), "")
  show(byId("again"), false)
  show(byId("sign-in"), false)
  try {
    const { role } = await signIn({ code })
    location.replace(allows(role, "entry") ? "/enter" : "/")
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(0, "unreachable", String(error))
    fail(sentenceOf(known), known.status === 0 || known.status === 429 || known.status >= 500)
  }
}

/** Takes the code out of the address at once: a history that is shared or copied is no place for it. */
const begin = () => {
  code = location.hash.slice(1)
  history.replaceState(null, "", "/join")
  if (code === "") fail(t("join.incomplete"), false)
  else void join()
}

addWords(joinWords)
translate()
document.title = t("join.page")
byId("again").addEventListener("click", () => void join())
addEventListener("hashchange", begin)
begin()
