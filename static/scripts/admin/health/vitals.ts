import { el } from "../../shared/dom.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { dateTime, fullTime, moment } from "../../shared/format/moments.ts"
import { money } from "../../shared/format/money.ts"
import { known, t } from "../../shared/language.ts"
import type { Setup } from "../setup-steps.ts"
import type { Health } from "./report.ts"
import { startImportSentence } from "./sentences.ts"

const vital = (label: string, ...content: (Node | string)[]) => el("div", {}, el("dt", {}, label), el("dd", {}, ...content))

const databaseNames: Record<string, string> = { sqlite: "SQLite", postgres: "PostgreSQL" }

const when = (instant: string | null | undefined) => (instant ? dateTime(instant) : t("health.never"))

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
export const facts = (health: Health, setup: Setup | undefined) => {
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

/** The technical details. */
export const vitals = (health: Health) => {
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
