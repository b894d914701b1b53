// @ts-check
import { admin } from "../shared/admin.js"
import { byId, el } from "../shared/dom.js"
import { t } from "../shared/language.js"
import { say, sentenceOf } from "../shared/result.js"

const followEvery = 3_000
const levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]

/** The parts of a log line. A line that is not JSON is shown unchanged. @param {string} line */
const parse = (line) => {
  try {
    const { level, message, time, ...rest } = JSON.parse(line)
    return { level: String(level ?? ""), text: String(message ?? ""), time: String(time ?? ""), rest }
  } catch {
    return { level: "", text: line, time: "", rest: {} }
  }
}

/** `12-09 13:14:40` of an instant. @param {string} instant */
const stamp = (instant) => `${instant.slice(5, 10)} ${instant.slice(11, 19)}`

/** @param {Record<string, unknown>} rest */
const annotations = (rest) =>
  Object.entries(rest).filter(([, value]) => value !== null).map(([name, value]) =>
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`
  ).join("  ")

/** The service's log, which is loaded again while it is visible. */
export const startLog = () => {
  const list = byId("log-list")
  const count = /** @type {HTMLSelectElement} */ (byId("log-lines"))
  const level = /** @type {HTMLSelectElement} */ (byId("log-level"))
  const filter = /** @type {HTMLInputElement} */ (byId("log-filter"))
  const follow = /** @type {HTMLInputElement} */ (byId("log-follow"))
  /** @type {string[] | undefined} */
  let lines
  let asking = 0
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer

  const render = () => {
    const needle = filter.value.trim().toLocaleLowerCase()
    const least = levels.indexOf(level.value)
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40
    const rows = (lines ?? [])
      .filter((line) => needle === "" || line.toLocaleLowerCase().includes(needle))
      .map(parse)
      .filter((entry) => least < 0 || entry.level === "" || levels.indexOf(entry.level) >= least)
      .map((entry) => {
        const rest = annotations(entry.rest)
        return el("li", { "data-level": entry.level }, el("time", {}, entry.time === "" ? "" : stamp(entry.time)),
          el("span", { class: "level" }, entry.level), el("span", { class: "text" }, entry.text),
          rest === "" ? null : el("span", { class: "rest" }, rest))
      })
    list.replaceChildren(...(rows.length === 0 ? [el("li", {}, el("span", { class: "text" }, t("log.none")))] : rows))
    if (follow.checked && atEnd) list.scrollTop = list.scrollHeight
  }

  const load = async () => {
    const mine = ++asking
    try {
      const answer = await admin("GET", `logs?lines=${count.value}`)
      if (mine !== asking) return
      say(byId("log-result"), "none")
      const before = lines
      lines = answer.lines
      // If there are no new lines, nothing is rendered, so that a selection is kept.
      if (before !== undefined && answer.lines.length === before.length && answer.lines.at(-1) === before.at(-1)) return
      render()
    } catch (error) {
      if (mine === asking) say(byId("log-result"), "bad", () => sentenceOf(error))
    }
  }

  const close = () => {
    clearInterval(timer)
    timer = undefined
  }

  const open = () => {
    close()
    void load().then(() => {
      list.scrollTop = list.scrollHeight
    })
    timer = setInterval(() => {
      if (follow.checked && !document.hidden) void load()
    }, followEvery)
  }

  count.addEventListener("change", () => void load())
  level.addEventListener("change", render)
  filter.addEventListener("input", render)
  follow.addEventListener("change", () => {
    if (follow.checked) open()
  })
  return {
    open,
    close,
    relabel: render
  }
}
