// @ts-check
import { spanOf } from "../../../../src/Domain/Span.ts"
import { admin } from "../../shared/admin.js"
import { byId, el, show, update } from "../../shared/dom.js"
import { settingName } from "../../shared/faults.js"
import { dayLabel } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { dateTime, fullTime } from "../../shared/format/times.js"
import { counted, known, knows, t } from "../../shared/language.js"
import { say, sentenceOf } from "../../shared/result.js"
import { showFailed } from "../failed-count.js"
import { startSetup } from "../setup.js"
import { startChats } from "./chats.js"
import { healthReport } from "./report.js"
import { startTill } from "./till.js"

/** @param {string} label @param {...(Node | string)} content */
const vital = (label, ...content) => el("div", {}, el("dt", {}, label), el("dd", {}, ...content))

/** The names that people know for the keys of settings. @param {ReadonlyArray<string>} keys */
const settingList = (keys) => keys.map(settingName).join(t("setting.and"))

/** @type {Record<string, string>} */
const databaseNames = { sqlite: "SQLite", postgres: "PostgreSQL" }

/** @param {string | null | undefined} instant */
const when = (instant) => (instant ? dateTime(instant) : t("health.never"))

/** @param {number} minutes */
const span = (minutes) => {
  const { n, unit } = spanOf(minutes)
  return counted(`span.${unit}`, n)
}

/** @typedef {import("./report.js").Health} Health */
/** @typedef {Pick<Health["problems"][number], "params">} Said what the server says beside its sentence */

/** @param {import("../../shared/language.js").Perhaps} key @param {Said} said @param {string} otherwise the server's sentence */
const sentence = (key, { params }, otherwise) =>
  knows(key) ? counted(key, Number(params["count"] ?? 0), { ...params, span: span(Number(params["minutes"] ?? 0)) }) : otherwise

/** @param {Health["problems"][number]} problem */
const problemSentence = (problem) => sentence(`problem.${problem.code}`, problem, problem.message)

/**
 * The sentence about the import at start. A failed import is also one of the problems.
 * @param {NonNullable<Health["auto_import"]>} outcome
 */
const startImportSentence = (outcome) => sentence(`${outcome.ok ? "start_import" : "problem"}.${outcome.code}`, outcome, outcome.detail)

/** @param {Health} health @param {number} left how much is not set yet */
const verdict = ({ missing_days, status }, left) => {
  if (status !== "ok") return t(`health.${status}`)
  if (missing_days.length > 0) return counted("health.ok.missing", missing_days.length)
  return left > 0 ? counted("setup.left", left) : t("health.ok")
}

/** When the source was last asked, its answer, and when it is asked next. @param {Health["source"]} source */
const sourceVitals = ({ kind, last_answer, last_asked_at, last_fault, next_ask_at }) => {
  if (kind === "range" || kind === "none") return []
  const when = last_asked_at === null ? t("health.never") : dateTime(last_asked_at)
  const last = last_fault !== null
    ? t("till.last.bad", { when, day: dayLabel(last_fault.date) })
    : last_answer !== null
    ? t("till.last.good", { when, day: dayLabel(last_answer.date), amount: money(last_answer.amount) })
    : when
  return [vital(t("till.last"), last), vital(t("till.next"), next_ask_at === null ? t("till.next.none") : dateTime(next_ask_at))]
}

/** @param {Health} health @param {number} left how much is not set yet */
const view = (health, left) => {
  const { database, missing_days, notifications, scheduler, time_zone } = health
  const works = (/** @type {boolean} */ ok) => t(ok ? "health.works" : "health.fails")
  const missing = missing_days.length === 0
    ? t("health.missing.none")
    : el("ul", { class: "missing" },
      ...missing_days.map((day) =>
        el("li", {}, el("span", {}, dayLabel(day)),
          el("a", { class: "fill", href: `#entry=${day}`, "aria-label": t("fill.label", { day: dayLabel(day) }) }, t("fill")))
      ))
  return [
    el("p", { class: "verdict", "data-status": health.status === "ok" && missing_days.length + left > 0 ? "degraded" : health.status },
      verdict(health, left)),
    ...(health.problems.length > 0
      ? [el("ul", { class: "problems" }, ...health.problems.map((problem) => el("li", {}, problemSentence(problem))))]
      : []),
    el("dl", { class: "vitals" }, vital(t("health.database"), [
      works(database.ok),
      databaseNames[database.kind] ?? database.kind,
      database.latency_ms === null ? "" : t("health.latency", { ms: database.latency_ms })
    ].filter(
      Boolean
    ).join(" · ")), vital(t("health.scheduler"), [works(scheduler.ok), known(`result.${scheduler.last_result}`) ?? scheduler.last_result]
      .filter(Boolean).join(" · ")), vital(t("health.cutoff"), scheduler.cutoff_time), vital(t("health.next"), when(scheduler.next_run)),
      vital(t("health.last"), when(scheduler.last_run)), ...sourceVitals(health.source),
      vital(t("health.notifications"), t("health.queue", { pending: notifications.pending, failed: notifications.failed })),
      vital(t("health.delivered"), when(notifications.last_delivered_at)), vital(t("health.missing"), missing),
      vital(t("health.import"), health.auto_import === null ? t("health.import.off") : startImportSentence(health.auto_import)),
      vital(t("health.zone"), `${time_zone.name} (${time_zone.offset})`), vital(t("health.now"), fullTime(health.server_now)),
      vital(t("health.version"), health.version)),
    el("details", { class: "raw-json" }, el("summary", {}, t("health.raw")), el("p", {}, el("a", { href: "docs" }, t("docs"))),
      el("pre", { tabindex: 0 }, JSON.stringify(health, null, 2)))
  ]
}

/** The health of the service, and the reload of its settings. @param {import("../../shared/live/clock.js").Clock} clock */
export const startHealth = (clock) => {
  const setup = startSetup()
  const result = byId("cutoff-result")
  const button = /** @type {HTMLButtonElement} */ (byId("reload-cutoff"))
  const chats = startChats()
  const till = startTill(clock)
  /** @type {Health | undefined} */
  let last

  const mark = () => {
    if (last === undefined) return
    const dot = byId("health-dot")
    dot.dataset["status"] = last.status
    show(dot, last.status !== "ok")
    showFailed(last.notifications.failed)
  }

  const render = () => {
    if (last === undefined) return
    const space = byId("health")
    const opened = space.querySelector("details")?.open === true
    update(space, ...view(last, setup.left()))
    const details = space.querySelector("details")
    if (details !== null) details.open = opened
    chats.about(last)
    till.about(last)
  }

  const load = async () => {
    try {
      last = await healthReport()
      mark()
      render()
      await setup.load(last.database.kind)
      render()
    } catch (error) {
      byId("health").replaceChildren(el("p", { class: "result", "data-outcome": "bad" }, sentenceOf(error)))
    }
  }

  const reload = async () => {
    button.disabled = true
    say(result, "wait", () => t("working"))
    try {
      /** @type {import("../../../../src/Api/Responses.ts").Responses["reloadCutoff"]} */
      const { changed, cutoff_time, previous_cutoff_time, unknown } = await admin("POST", "reload_cutoff")
      say(result, unknown.length === 0 ? "good" : "bad", () =>
        (changed.length === 0
          ? t("cutoff.same", { time: cutoff_time })
          : t(previous_cutoff_time === cutoff_time ? "cutoff.keys" : "cutoff.changed", {
            before: previous_cutoff_time,
            time: cutoff_time,
            keys: settingList(changed)
          })) + (unknown.length === 0 ? "" : t("cutoff.unknown", { keys: settingList(unknown) })))
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
    button.disabled = false
    await load()
  }

  button.addEventListener("click", () => void reload())
  return {
    open: () => {
      say(result, "none")
      void load()
    },
    changed: () => void load(),
    relabel: () => {
      setup.render()
      render()
    },
    /** Loads only the part that the tabs show. */
    glance: async () => {
      last = await healthReport().catch(() => last)
      mark()
    }
  }
}
