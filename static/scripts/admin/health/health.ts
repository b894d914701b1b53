import type { Responses } from "../../../../src/Api/Responses.ts"
import { admin } from "../../shared/admin.ts"
import { byId, el, show, update } from "../../shared/dom.ts"
import { settingName } from "../../shared/faults.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { counted, t } from "../../shared/language.ts"
import type { Clock } from "../../shared/live/clock.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import { deadChats, makeDeadChats } from "../dead-chats.ts"
import type { DeadChat } from "../dead-chats.ts"
import { showFailed } from "../failed-count.ts"
import type { Room } from "../main.ts"
import { may } from "../me.ts"
import { askToFill } from "../missing/days.ts"
import { startSetup } from "../setup.ts"
import { startChats } from "./chats.ts"
import { healthReport } from "./report.ts"
import type { Health } from "./report.ts"
import { problemSentence } from "./sentences.ts"
import { startTill } from "./till.ts"
import { facts, vitals } from "./vitals.ts"

/** The names that people know for the keys of settings. */
const settingList = (keys: ReadonlyArray<string>) => keys.map(settingName).join(t("setting.and"))

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
