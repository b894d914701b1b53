import { admin } from "../shared/admin.ts"
import { byId, el } from "../shared/dom.ts"
import { t } from "../shared/language.ts"
import { say, sentenceOf } from "../shared/result.ts"

const followEvery = 3_000
const levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]

/** The parts of a log line. A line that is not JSON is shown unchanged. */
const parse = (line: string) => {
  try {
    const { level, message, time, ...rest } = JSON.parse(line)
    return { level: String(level ?? ""), text: String(message ?? ""), time: String(time ?? ""), rest }
  } catch {
    return { level: "", text: line, time: "", rest: {} }
  }
}

/** `12-09 13:14:40` of an instant. */
const stamp = (instant: string) => `${instant.slice(5, 10)} ${instant.slice(11, 19)}`

const annotations = (rest: Record<string, unknown>) =>
  Object.entries(rest).filter(([, value]) => value !== null).map(([name, value]) =>
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`
  ).join("  ")

/** The service's log, which is loaded again while it is visible. */
export const startLog = () => {
  const list = byId("log-list")
  const count = byId("log-lines") as HTMLSelectElement
  const level = byId("log-level") as HTMLSelectElement
  const filter = byId("log-filter") as HTMLInputElement
  const follow = byId("log-follow") as HTMLInputElement
  let lines: string[] | undefined
  let asking = 0
  let timer: ReturnType<typeof setInterval> | undefined

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
