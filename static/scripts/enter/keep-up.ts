import { asked } from "../shared/address.ts"
import { byId } from "../shared/dom.ts"
import { askDay } from "../shared/entry/day.ts"
import { startLive } from "../shared/live/stream.ts"
import { ApiError } from "../shared/request.ts"
import { goToSignIn } from "../shared/session.ts"
import { fields } from "./form.ts"
import { adopt, judge, learnShop, load, reload, week } from "./load.ts"
import { clock, render, situation, today } from "./page.ts"

/** Milliseconds between two checks of the clock. */
const lookEvery = 10_000

/** For so many milliseconds after a button has changed its meaning, taps are ignored: they were meant for the old one. */
const settling = 600

/** Whether no text is typed, held back or being decided about. */
const isIdle = () =>
  !byId("enter-form").hidden && !situation.busy && !situation.editing && situation.held === "no" && fields.amount.value === ""

/** Whether the page shows the day that was today, and may move on now that it is yesterday. */
const isOver = () =>
  situation.why === "today" && situation.day !== null && situation.day.date < today() && isIdle() && asked("date") === null

/** Keeps the page up to date while it is open: after changes by others, at the cutoff, and at the end of the day. */
export const keepUp = (
  { done, question }: {
    done: ReturnType<typeof import("./done.ts").makeDone>
    question: ReturnType<typeof import("../shared/entry/question.ts").makeQuestion>
  }
) => {
  let asking = 0

  /** Loads the day of a page that was opened without a connection. Its button waits meanwhile: it must not change under the thumb. */
  const comeBack = async () => {
    if (situation.held !== "offline" || situation.busy) return
    situation.busy = true
    render()
    await load()
    await new Promise((resolve) => setTimeout(resolve, settling))
    situation.busy = false
    render()
  }

  /** Loads the visible day again. */
  const refresh = async () => {
    if (!byId("done").hidden) return done.look()
    const { day } = situation
    if (day === null) return comeBack()
    if (situation.busy && !question.asking()) return
    // The response to an earlier request may arrive first, and is outdated.
    const mine = ++asking
    try {
      const [shop, found] = await Promise.all([learnShop(), askDay(day.date)])
      if (mine !== asking || situation.day !== day || situation.busy && !question.asking()) return
      situation.shop = shop
      if (situation.held === "offline") situation.held = "no"
      if (isOver()) return void await load()
      // The question was about the previous figure. Who has asked it asks about the new one.
      if (question.asking() && (found.amount !== day.amount || found.source !== day.source)) question.drop()
      adopt(found)
      judge(found)
      week.know(shop, found.date)
      render()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) goToSignIn(true)
    }
  }

  const look = () => {
    render()
    done.relabel()
    if (done.isOver()) {
      done.close()
      return void reload(asked("date"))
    }
    const { held, shop } = situation
    if (shop === null) return
    const ends = [shop.nextCutoff, shop.toCome.asked_until ?? shop.nextCutoff]
    const isOutdated = shop.today !== shop.askedOn || ends.some((end) => Date.parse(end) <= Date.parse(shop.now))
    if (isOutdated || isOver() || held === "offline") void refresh()
  }

  startLive({
    onTick: (serverNow) => {
      clock.hear(serverNow)
      look()
    },
    onRefresh: () => void refresh(),
    onReturn: () => {
      if (!document.hidden) void refresh()
    },
    onSignedOut: () => goToSignIn(true),
    onConnection: () => undefined
  })
  setInterval(look, lookEvery)
  return refresh
}
