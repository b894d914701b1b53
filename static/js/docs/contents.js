// @ts-check
import { byId, el } from "../shared/dom.js"
import { breakable, methodBadge } from "./operation.js"

/** @typedef {import("./document.js").Group} Group */

const wide = matchMedia("(min-width: 60rem)")

/** Unfolds the list if it stands beside the page, and folds it if it stands above. */
const fold = () => {
  const contents = /** @type {HTMLDetailsElement} */ (byId("contents"))
  contents.open = wide.matches
}

/** Marks the operation that is being read: the last one that begins in the upper third of the window. */
export const markCurrent = () => {
  const passed = Array.from(document.querySelectorAll(".operation")).filter((section) =>
    section.getBoundingClientRect().top < innerHeight / 3
  )
  const current = passed.at(-1)?.id
  for (const link of document.querySelectorAll("#contents-list a")) {
    if (link.getAttribute("href") === `#${current}`) link.setAttribute("aria-current", "location")
    else link.removeAttribute("aria-current")
  }
}

/** Keeps the marked link visible in a list that is longer than the window. */
const follow = () => {
  const list = byId("contents-list").parentElement
  const link = document.querySelector("#contents-list [aria-current]")
  if (!wide.matches || list === null || link === null) return
  const [frame, box] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollBy({ top: box.top - frame.top - frame.height / 2 })
}

/** @param {Group[]} groups */
export const renderContents = (groups) => {
  byId("contents-list").replaceChildren(
    ...groups.map(({ name, operations, prefix }) =>
      el("div", { class: "contents-group" }, el("p", {}, el("b", {}, name), " ", el("code", {}, prefix)),
        el("ul", {}, ...operations.map(({ id, method, path }) =>
          el("li", {}, el("a", { href: `#${id}` }, methodBadge(method), " ", el("code", {}, ...breakable(path.slice(prefix.length)))))
        )))
    )
  )
}

export const startContents = () => {
  fold()
  wide.addEventListener("change", fold)
  let asked = false
  addEventListener("scroll", () => {
    if (asked) return
    asked = true
    requestAnimationFrame(() => {
      asked = false
      markCurrent()
      follow()
    })
  }, { passive: true })
  byId("contents-list").addEventListener("click", (event) => {
    if (!wide.matches && event.target instanceof Element && event.target.closest("a") !== null) fold()
  })
}
