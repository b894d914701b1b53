import type { Responses } from "../../../../src/Api/Responses.ts"
import { spanOf } from "../../../../src/Domain/Span.ts"
import { admin } from "../../shared/admin.ts"
import { byId, el, show, update } from "../../shared/dom.ts"
import { settingName } from "../../shared/faults.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { dateTime, fullTime, moment } from "../../shared/format/moments.ts"
import { money } from "../../shared/format/money.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { counted, known, knows, t } from "../../shared/language.ts"
import type { Perhaps } from "../../shared/language.ts"
import type { Clock } from "../../shared/live/clock.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import { deadChats, makeDeadChats } from "../dead-chats.ts"
import type { DeadChat } from "../dead-chats.ts"
import { showFailed } from "../failed-count.ts"
import type { Room } from "../main.ts"
import { may } from "../me.ts"
import { askToFill } from "../missing/days.ts"
import type { Setup } from "../setup-steps.ts"
import { startSetup } from "../setup.ts"
import { startChats } from "./chats.ts"
import { healthReport } from "./report.ts"
import type { Health } from "./report.ts"
import { startTill } from "./till.ts"

const vital = (label: string, ...content: (Node | string)[]) => el("div", {}, el("dt", {}, label), el("dd", {}, ...content))

/** The names that people know for the keys of settings. */
const settingList = (keys: ReadonlyArray<string>) => keys.map(settingName).join(t("setting.and"))

const databaseNames: Record<string, string> = { sqlite: "SQLite", postgres: "PostgreSQL" }

const when = (instant: string | null | undefined) => (instant ? dateTime(instant) : t("health.never"))

const span = (minutes: number) => {
  const { n, unit } = spanOf(minutes)
  return counted(`span.${unit}`, n)
}

/** what the server says beside its sentence */
type Said = Pick<Health["problems"][number], "params">

/** @param otherwise the server's sentence */
const sentence = (key: Perhaps, { params }: Said, otherwise: string) =>
  knows(key) ? counted(key, Number(params["count"] ?? 0), { ...params, span: span(Number(params["minutes"] ?? 0)) }) : otherwise

const problemSentence = (problem: Health["problems"][number]) => sentence(`problem.${problem.code}`, problem, problem.message)

/** The sentence about the import at start. A failed import is also one of the problems. */
const startImportSentence = (outcome: NonNullable<Health["auto_import"]>) =>
  sentence(`${outcome.ok ? "start_import" : "problem"}.${outcome.code}`, outcome, outcome.detail)

/** @param toFill how many days need a person */
const verdict = ({ status }: Health, toFill: number) =>
  status === "ok" && toFill > 0
    ? el("a", { href: "#missing" }, counted("health.ok.missing", toFill))
    : el("span", {}, t(`health.${status}`))

const problems = ({ problems }: Health, dead: ReadonlyArray<DeadChat>) => {
  // A chat that refused messages has a row of its own.
  const others = problems.filter(({ code }) => code !== "messages_failed" && code !== "chat_removed" || dead.length === 0)
  return others.length === 0 ? [] : [el("ul", { class: "problems" }, ...others.map((problem) => el("li", {}, problemSentence(problem))))]
}

/** When the source was last asked, its answer, and when it is asked next. */
const sourceVitals = ({ kind, last_answer, last_asked_at, last_fault, next_ask_at }: Health["source"]) => {
  if (kind === "range" || kind === "none") return []
  const when = last_asked_at === null ? t("health.never") : dateTime(last_asked_at)
  const last = last_fault !== null
    ? t("till.last.bad", { when, day: dayLabel(last_fault.date) })
    : last_answer !== null
    ? t("till.last.good", { when, day: dayLabel(last_answer.date), amount: money(last_answer.amount) })
    : when
  return [vital(t("till.last"), last), vital(t("till.next"), next_ask_at === null ? t("till.next.none") : dateTime(next_ask_at))]
}

/** When the newest backup was made. */
const backup = ({ database, server_now: now }: Health, { backup, last_backup_at: at }: Setup): [text: string, isMissing: boolean] => {
  if (database.kind === "postgres") return [t("health.backup.server"), false]
  if (at !== null) return [moment(at, now.slice(0, 10)), false]
  return [t(backup ? "health.never" : "health.backup.none"), !backup]
}

/** The four facts. */
const facts = (health: Health, setup: Setup | undefined) => {
  const { notifications: { chats, failed, last_delivered_at: delivered }, scheduler: { next_run }, server_now, version } = health
  const at = (instant: string | null) => instant === null ? t("health.never") : moment(instant, server_now.slice(0, 10))
  const fact = (label: string, text: string, needs: boolean = false) =>
    el("div", {}, el("dt", {}, label), el("dd", { class: needs ? "need" : null }, text))
  return [
    fact(t("health.next"), at(next_run)),
    // What is only printed has not arrived in a group.
    fact(t("health.delivered"), chats.every(({ kind }) => kind === null) ? t("chats.console") : at(delivered), failed > 0),
    ...(setup === undefined ? [] : [fact(t("health.backup"), ...backup(health, setup))]),
    fact(t("health.version"), version.split("+")[0] ?? "")
  ]
}

const vitals = (health: Health) => {
  const { database, notifications, scheduler, time_zone } = health
  const works = (ok: boolean) => t(ok ? "health.works" : "health.fails")
  const latency = database.latency_ms === null ? "" : t("health.latency", { ms: database.latency_ms })
  const settled = scheduler.ok && scheduler.last_result === "before_cutoff"
    ? t("health.until", { time: scheduler.cutoff_time })
    : [works(scheduler.ok), known(`result.${scheduler.last_result}`) ?? scheduler.last_result].join(" · ")
  return [
    vital(t("health.database"), [works(database.ok), databaseNames[database.kind] ?? database.kind, latency].filter(Boolean).join(" · ")),
    vital(t("health.scheduler"), settled),
    vital(t("health.last"), when(scheduler.last_run)),
    ...sourceVitals(health.source),
    vital(t("health.notifications"), t("health.queue", { pending: notifications.pending, failed: notifications.failed })),
    vital(t("health.import"), health.auto_import === null ? t("health.import.off") : startImportSentence(health.auto_import)),
    vital(t("health.zone"), `${time_zone.name} (${time_zone.offset})`),
    vital(t("health.now"), fullTime(health.server_now)),
    vital(t("health.version"), health.version)
  ]
}

/** The health of the service, and the reload of its settings. */
export const startHealth = (clock: Clock): Room => {
  const setup = startSetup()
  const result = byId("cutoff-result")
  const button = byId("reload-cutoff") as HTMLButtonElement
  const chats = startChats()
  const till = startTill(clock)
  const drawDead = makeDeadChats(byId("dead-chats"), result, () => void load())
  let last: Health | undefined
  let dead: DeadChat[] = []
  let toFill = 0
  const order = makeOrder()

  const mark = () => {
    if (last === undefined) return
    const dot = byId("health-dot")
    dot.dataset["status"] = last.status
    show(dot, last.status !== "ok")
    showFailed(last.notifications.failed)
  }

  const render = () => {
    if (last === undefined) return
    const health = last
    const state = byId("verdict")
    state.dataset["status"] = health.status === "ok" && toFill > 0 ? "degraded" : health.status
    update(state, verdict(health, toFill))
    update(byId("health"), ...problems(health, dead))
    drawDead(dead, health)
    update(byId("system-facts"), ...facts(health, setup.known()))
    update(byId("vitals"), ...vitals(health))
    chats.about(health)
    till.about(health)
  }

  const load = async () => {
    const isInOrder = order()
    try {
      const found = await healthReport()
      if (!isInOrder()) return
      last = found
      toFill = await askToFill(last).then(({ days }) => days.length, () => toFill)
      dead = may("manager") ? await deadChats(last).catch(() => dead) : []
      mark()
      await setup.load(last)
      render()
    } catch (error) {
      byId("health").replaceChildren(el("p", { class: "result", "data-outcome": "bad" }, sentenceOf(error)))
    }
  }

  const reload = async () => {
    button.disabled = true
    say(result, "wait", () => t("working"))
    try {
      const { changed, cutoff_time, previous_cutoff_time, unknown }: Responses["reloadCutoff"] = await admin("POST", "reload_cutoff")
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
    glance: () =>
      void healthReport().then((found) => {
        last = found
        mark()
      }, () => undefined)
  }
}
