// @ts-check
import { docsWords } from "../../../words/Docs.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { byId, el, setText, show } from "../shared/dom.js"
import { addWords, onLanguage, t, translate } from "../shared/language.js"
import { mine } from "../shared/mine.js"
import { request } from "../shared/request.js"
import { mayFollowToEntry } from "../shared/roles.js"
import { startSwitches } from "../shared/switches.js"
import { markCurrent, renderContents, startContents } from "./contents.js"
import { groupsOf } from "./document.js"
import { operationView } from "./operation.js"
import { said, saying } from "./saying.js"

/** @typedef {import("./document.js").Schema} Schema */

let title = ""

addWords(sharedWords, docsWords)
translate()
startSwitches()
startContents()
show(byId("admin-link"), mayFollowToEntry(mine.role.get()))

/** @param {Schema} api @param {string | undefined} header that holds the credential */
const lead = (api, header) =>
  el("section", { class: "lead", "aria-labelledby": "title" }, el("p", { class: "intro" }, said(api["info"].description ?? "")),
    el("dl", { class: "facts" }, el("dt", { "data-i18n": "docs.base" }, t("docs.base")), el("dd", {}, el("code", {}, location.origin)),
      ...(header === undefined
        ? []
        : [
          el("dt", { id: "credential", "data-i18n": "docs.credential" }, t("docs.credential")),
          el("dd", {}, el("code", {}, `${header}: …`), " ", el("span", { "data-i18n": "docs.credential.text" }, t("docs.credential.text")))
        ])))

/** Milliseconds for which the page works before it lets the browser paint and the reader scroll. */
const slice = 12

/** Renders the operations one after another. The page can be used meanwhile. @param {Schema} api */
const render = async (api) => {
  const groups = groupsOf(api)
  const header = groups.flatMap(({ operations }) => operations).find((operation) => operation.header !== null)?.header ?? undefined
  title = String(api["info"].title)
  setText(byId("version"), String(api["info"].version))
  show(byId("version"), true)
  relabel()
  renderContents(groups)
  const reference = byId("reference")
  reference.replaceChildren(lead(api, header))
  let since = performance.now()
  for (const { description, name, operations } of groups) {
    const group = el("section", { class: "group", "aria-labelledby": `group-${name}` }, el("h2", { id: `group-${name}` }, said(name)),
      description === "" ? null : el("p", {}, said(description)))
    reference.append(group)
    for (const operation of operations) {
      group.append(operationView(api, operation))
      if (performance.now() - since < slice) continue
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
  }
  reference.setAttribute("aria-busy", "false")
  markCurrent()
}

const relabel = () => {
  setText(byId("title"), saying(title))
  document.title = title === "" ? t("docs") : t("docs.page", { title: saying(title) })
}

const load = async () => {
  show(byId("failed"), false)
  try {
    await render(await request("/openapi.json"))
  } catch {
    show(byId("failed"), true)
    return
  }
  // The browser looked for the anchor before the operation existed.
  if (location.hash !== "") location.replace(location.hash)
}

onLanguage(relabel)
byId("retry").addEventListener("click", () => void load())
void load()
