// @ts-check
import { byId, el, setText, show } from "../shared/dom.js"
import { renderBar } from "../shared/reader.js"
import { request } from "../shared/request.js"
import { markCurrent, renderContents, startContents } from "./contents.js"
import { groupsOf } from "./document.js"
import { operationView } from "./operation.js"

/** @typedef {import("./document.js").Schema} Schema */

startContents()
renderBar()

/** @param {Schema} api @param {string | undefined} header that holds the credential */
const lead = (api, header) =>
  el("section", { class: "lead", "aria-labelledby": "title" }, el("p", { class: "intro" }, api["info"].description ?? ""),
    el("dl", { class: "facts" }, el("dt", {}, "Address"), el("dd", {}, el("code", {}, new URL(".", location.href).href.slice(0, -1))),
      ...(header === undefined
        ? []
        : [
          el("dt", { id: "credential" }, "Credential"),
          el("dd", {}, el("code", {}, `${header}: …`),
            " Operations marked so need this request header, with ADMIN_TOKEN or a named token, or a browser's session.")
        ])))

/** Milliseconds for which the page works before it lets the browser paint and the reader scroll. */
const slice = 12

/** Renders the operations one after another. The page can be used meanwhile. @param {Schema} api */
const render = async (api) => {
  const groups = groupsOf(api)
  const header = groups.flatMap(({ operations }) => operations).find((operation) => operation.header !== null)?.header ?? undefined
  setText(byId("title"), String(api["info"].title))
  setText(byId("version"), String(api["info"].version))
  show(byId("version"), true)
  renderContents(groups)
  const reference = byId("reference")
  reference.replaceChildren(lead(api, header))
  let since = performance.now()
  for (const { description, name, operations } of groups) {
    const group = el("section", { class: "group", "aria-labelledby": `group-${name}` }, el("h2", { id: `group-${name}` }, name),
      description === "" ? null : el("p", {}, description))
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

const load = async () => {
  show(byId("failed"), false)
  try {
    await render(await request("openapi.json"))
  } catch {
    show(byId("failed"), true)
    return
  }
  // The browser looked for the anchor before the operation existed.
  if (location.hash !== "") location.replace(location.hash)
}

byId("retry").addEventListener("click", () => void load())
void load()
