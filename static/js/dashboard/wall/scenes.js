// @ts-check
import { byId, el } from "../../shared/dom.js"
import { epochDay } from "../../shared/format/dates.js"
import { renderPeriods } from "./periods.js"

/** @typedef {"day" | "week" | "month"} Scene */

/** @type {Scene[]} */
export const sceneNames = ["day", "week", "month"]

/** How many milliseconds each scene stays. */
const stays = { day: 20_000, week: 12_000, month: 12_000 }

/** Days of the chart beside a single day. */
const usual = 14

/** How many milliseconds a scene that a visitor chose stays. */
const heldFor = 60_000

/** The day, the week and the month, one at a time. @param {(days: number) => void} showDays */
export const makeScenes = (showDays) => {
  /** @type {Scene} */
  let current = "day"
  /** The scenes that have something to show. @type {Scene[]} */
  let ready = ["day"]
  /** How many days the chart of each scene shows, including today. */
  let days = { day: usual, week: usual, month: usual }
  /** @type {Set<() => void>} */
  const listeners = new Set()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const [week, month] = [el("section", { class: "hero", id: "scene-week" }), el("section", { class: "hero", id: "scene-month" })]
  byId("scene-day").after(week, month)

  /** @param {Scene} next */
  const switchTo = (next) => {
    current = next
    document.documentElement.dataset["scene"] = next
    showDays(days[next])
    for (const listener of listeners) listener()
  }

  /** @param {Scene} next */
  const fadeTo = (next) => {
    if (next === current) return
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden
    if (still || document.startViewTransition === undefined) switchTo(next)
    else {
      // If the browser skips a transition, the scene has still changed.
      document.startViewTransition(() => switchTo(next)).ready.catch(() => undefined)
    }
  }

  /** @param {number} after */
  const plan = (after) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const next = ready[(ready.indexOf(current) + 1) % ready.length] ?? "day"
      fadeTo(next)
      plan(stays[next])
    }, after)
  }
  switchTo("day")
  plan(stays.day)

  return {
    current: () => current,
    /** Shows a scene that a visitor chose, for a while. @param {Scene} next */
    hold: (next) => {
      switchTo(next)
      plan(heldFor)
    },
    /** @param {() => void} listener called after every change of scene */
    onChange: (listener) => {
      listeners.add(listener)
    },
    /** @param {import("../metrics.js").Metrics} metrics @param {(period: import("../metrics.js").Period) => string | null} generatedDay */
    render: (metrics, generatedDay) => {
      const { this_month, this_week, today } = metrics
      const since = (/** @type {string} */ start) => epochDay(today.date) - epochDay(start) + 1
      days = { day: usual, week: since(this_week.start), month: since(this_month.start) }
      showDays(days[current])
      renderPeriods(metrics, generatedDay, week, month)
      ready = sceneNames.filter((name) => name === "day" || metrics[name === "week" ? "this_week" : "this_month"].final_days > 0)
    }
  }
}
