import { byId, el } from "../../shared/dom.ts"
import { epochDay } from "../../shared/format/dates.ts"
import type { Metrics, Period } from "../metrics.ts"
import { renderPeriods } from "./periods.ts"

type Scene = "day" | "week" | "month"

export const sceneNames: Scene[] = ["day", "week", "month"]

/** How many milliseconds each scene stays. */
const stays = { day: 20_000, week: 12_000, month: 12_000 }

/** Days of the chart beside a single day. */
const usual = 14

/** How many milliseconds a scene that a visitor chose stays. */
const heldFor = 60_000

/** The day, the week and the month, one at a time. */
export const makeScenes = (showDays: (days: number) => void) => {
  let current: Scene = "day"
  /** The scenes that have something to show. */
  let ready: Scene[] = ["day"]
  /** How many days the chart of each scene shows, including today. */
  let days = { day: usual, week: usual, month: usual }
  const listeners: Set<() => void> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  const [week, month] = [el("section", { class: "hero", id: "scene-week" }), el("section", { class: "hero", id: "scene-month" })]
  byId("scene-day").after(week, month)

  const switchTo = (next: Scene) => {
    current = next
    document.documentElement.dataset["scene"] = next
    showDays(days[next])
    for (const listener of listeners) listener()
  }

  const fadeTo = (next: Scene) => {
    if (next === current) return
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden
    if (still || document.startViewTransition === undefined) switchTo(next)
    else {
      // If the browser skips a transition, the scene has still changed.
      document.startViewTransition(() => switchTo(next)).ready.catch(() => undefined)
    }
  }

  const plan = (after: number) => {
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
    /** Shows a scene that a visitor chose, for a while. */
    hold: (next: Scene) => {
      switchTo(next)
      plan(heldFor)
    },
    /** @param listener called after every change of scene */
    onChange: (listener: () => void) => {
      listeners.add(listener)
    },
    render: (metrics: Metrics, generatedDay: (period: Period) => string | null) => {
      const { this_month, this_week, today } = metrics
      const since = (start: string) => epochDay(today.date) - epochDay(start) + 1
      days = { day: usual, week: since(this_week.start), month: since(this_month.start) }
      showDays(days[current])
      renderPeriods(metrics, generatedDay, week, month)
      ready = sceneNames.filter((name) => name === "day" || metrics[name === "week" ? "this_week" : "this_month"].final_days > 0)
    }
  }
}
