import type { Responses } from "../../../src/Api/Responses.ts"
import { joinWords } from "../../../words/Join.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { addWords, t, translate } from "../shared/language.ts"
import { ApiError, request } from "../shared/request.ts"
import { allows } from "../shared/roles.ts"
import { signIn, whoIsThere } from "../shared/session.ts"

/** The code of an invitation, or of a screen that asks to be let in. */
let code = ""

const sentenceOf = ({ code: refusal, status }: ApiError) => {
  if (status === 0) return t("join.offline")
  if (refusal === "invitation_ended") return t("join.ended")
  if (status === 400 || status === 401) return t("join.incomplete")
  return status === 429 ? t("join.throttled") : t("join.refused", { status })
}

type Way = "stay" | "accept" | "replace" | "again" | "sign-in" | "refuse" | "approve" | "home"

const allWays = ["stay", "accept", "replace", "again", "sign-in", "refuse", "approve", "home"] as const

/** @param ways what the person can do now */
const draw = (title: string, why: string, ways: Way[]) => {
  setText(byId("title"), title)
  setText(byId("why"), why)
  for (const way of allWays) show(byId(way), ways.includes(way))
  if (ways.length > 0) byId("title").focus()
}

const fail = (sentence: string, worthRepeating: boolean) => draw(t("join.failed"), sentence, [worthRepeating ? "again" : "sign-in"])

const explain = (error: unknown) => {
  const known = error instanceof ApiError ? error : new ApiError(0, "unreachable", String(error))
  fail(sentenceOf(known), known.status === 0 || known.status === 429 || known.status >= 500)
}

const join = async () => {
  draw(t("join.working"), "", [])
  try {
    const { role } = await signIn({ code })
    location.replace(allows(role, "entry") ? "enter" : "./")
  } catch (error) {
    explain(error)
  }
}

/** The person who is signed in here; null for none. */
const whoIsHere = () =>
  whoIsThere().catch((error) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

/**
 * Asks before the code is used: a mail scanner or a chat's preview also loads the page and runs its scripts. A link from another person
 * must not replace the signed-in person either.
 */
const askAboutInvitation = async () => {
  draw(t("join.opening"), "", [])
  try {
    const body = JSON.stringify({ code })
    const [{ name, role }, here]: [Responses["openInvitation"], { name: string } | null] = await Promise.all([
      request("api/session/invitation", { method: "POST", headers: { "Content-Type": "application/json" }, body }),
      whoIsHere()
    ])
    setText(byId("accept"), t("join.accept", { name }))
    setText(byId("replace"), t("join.replace", { name }))
    if (here === null) draw(t("join.invited", { name }), t("join.invited.why", { name, role: t(`role.${role}`) }), ["accept"])
    else draw(t("join.occupied", { name: here.name }), t("join.occupied.why", { name }), ["stay", "replace"])
  } catch (error) {
    explain(error)
  }
}

/** Asks before a screen is let in, so that a person who sends somebody the link of their own screen gains nothing from a mere visit. */
const askAboutScreen = async () => {
  draw(t("join.opening"), "", [])
  try {
    const { role } = await whoIsThere()
    if (allows(role, "manager")) draw(t("join.screen"), t("join.screen.why"), ["refuse", "approve"])
    else draw(t("join.screen.failed"), t("join.screen.role", { role: t(`role.${role}`) }), ["home"])
  } catch (error) {
    explainScreen(error)
  }
}

const approve = async () => {
  draw(t("join.working"), "", [])
  try {
    await request("api/admin/screens", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }) })
    draw(t("join.screen.done"), "", ["home"])
  } catch (error) {
    explainScreen(error)
  }
}

const explainScreen = (error: unknown) => {
  const { code: refusal, status } = error instanceof ApiError ? error : new ApiError(0, "unreachable", String(error))
  if (status === 401) return draw(t("join.screen.failed"), t("join.screen.nobody"), ["sign-in"])
  const sentence = status === 0
    ? t("join.screen.offline")
    : refusal === "invitation_ended" || status === 400
    ? t("join.screen.ended")
    : refusal === "name_taken"
    ? t("join.screen.taken")
    : t("join.refused", { status })
  draw(t("join.screen.failed"), sentence, status === 0 || status >= 500 ? ["approve", "refuse"] : ["home"])
}

/** What is signed in inside WeChat is signed in there alone. Its own menu opens the address elsewhere, so the code stays in it. */
const isWeChat = /MicroMessenger/i.test(navigator.userAgent)

/** Removes the code from the address immediately, because the browser's history may be shared or copied. */
const begin = () => {
  code = location.hash.slice(1)
  if (isWeChat && code !== "") return draw(t("join.wechat"), t("join.wechat.why"), [])
  history.replaceState(null, "", "join")
  const screen = /^screen=(.+)$/.exec(code)?.[1]
  if (screen !== undefined) {
    code = screen
    void askAboutScreen()
  } else if (code === "") fail(t("join.incomplete"), false)
  else void askAboutInvitation()
}

addWords(joinWords)
translate()
document.title = t("join.page")
byId("again").addEventListener("click", () => void askAboutInvitation())
byId("approve").addEventListener("click", () => void approve())
for (const way of ["accept", "replace"]) byId(way).addEventListener("click", () => void join())
addEventListener("hashchange", begin)
begin()
