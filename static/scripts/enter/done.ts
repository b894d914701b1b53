import { makeCountdown } from "../shared/countdown.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { askDay } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import type { Save } from "../shared/entry/save.ts"
import { currentOf, standingSentence } from "../shared/entry/standing.ts"
import type { Standing } from "../shared/entry/standing.ts"
import { askOwn, takeBack } from "../shared/entry/take-back.ts"
import type { Own } from "../shared/entry/take-back.ts"
import { told, toldLater } from "../shared/entry/told.ts"
import { dayLabel } from "../shared/format/dates.ts"
import { money } from "../shared/format/money.ts"
import { minutesAndSeconds } from "../shared/format/times.ts"
import { makeOrder } from "../shared/in-order.ts"
import { t } from "../shared/language.ts"
import { messageState, messageTitle } from "../shared/message.ts"
import { ApiError } from "../shared/request.ts"
import { say, sentenceOf } from "../shared/result.ts"

/** Pauses between the polls of the message, in milliseconds. Polling ends after the last one. */
const looks = [700, 1500, 3000, 6000, 12_000, 30_000]

/** a save: `id` is its audit record, `after` is null where the day has no figure since, `before` is what stood there */
type Message = Day["messages"][number]
type Outcome = {
  kind: "entered" | "changed" | "confirmed" | "closed" | "opened" | "noted" | "withdrawn"
  today: string
  group: boolean
  note: string
  taken: { id: number | null; date: string; after: number | null; before: Standing }
}

/** The save that the server names, as the outcome of this page; null for one that it does not make. */
const kinds: Record<string, Outcome["kind"]> = {
  entered: "entered",
  corrected: "changed",
  confirmed: "confirmed",
  closed: "closed",
  opened: "opened",
  withdrawn: "withdrawn"
}

/** Whether the role `entry` may no longer undo its own change: ten minutes are over. */
const isTooLate = (error: unknown) => error instanceof ApiError && error.code === "forbidden" && error.body["role"] === "manager"

/**
 * The result of a save, the message to the group, and the undo.
 * @param acts `others` names the other days to fill in; `isPast`: the cutoff of that day is over; `isSettled`: the person may no longer leave that day without a figure
 */
export const makeDone = (
  { edit, isPast, isSettled, others, save, today, undone, who }: {
    save: Save
    undone: (after: Standing) => void
    edit: () => void
    today: () => string
    who: () => Record<string, string>
    others: (date: string) => void
    isPast: (date: string) => boolean
    isSettled: (date: string) => boolean
  }
) => {
  const undo = byId("undo") as HTMLButtonElement
  let outcome: Outcome | null = null
  /** undefined until it is loaded. */
  let message: Message | null | undefined
  /** Whether the server still lets this person undo the save. */
  let undoable = false
  /** The day, if somebody has changed it since this save. */
  let since: Standing | null = null
  const order = makeOrder()

  /** The shop's date; until it is known, the date of the save. */
  const now = () => today() || (outcome?.today ?? "")

  const before = ({ kind, note, taken: { before, date } }: Outcome) => {
    const day = date === now() ? t("enter.day.today", { day: dayLabel(date) }) : dayLabel(date)
    if (kind === "noted") return t(note === "" ? "enter.before.no_note" : "enter.before.note", { day, note })
    if (before.amount !== null) return t("enter.before.amount", { day, stands: standingSentence(before, now()) })
    return t(before.closed ? "enter.before.closed" : "enter.before.none", { day })
  }

  const state = ({ group, kind, taken: { date } }: Outcome) => {
    if (message === undefined) return t("enter.wait")
    if (message === null) {
      const isMark = kind === "closed" || kind === "opened" || kind === "noted"
      return isMark ? toldLater(kind, { group }, isPast(date)) : t("told.none")
    }
    return messageState(message)
  }

  /** Why the day may not go back to no figure; empty if it may. */
  const settled = () => {
    if (outcome === null) return ""
    const { after, before, date } = outcome.taken
    return before.amount === null && !before.closed && after !== null && isSettled(date) ? t("enter.undo.settled") : ""
  }

  /** Takes the undo away, and says why if it was tapped. */
  const endUndo = (tapped: boolean) => {
    undoable = false
    countdown.stop()
    const isSaid = settled() !== ""
    if (tapped) say(byId("done-result"), isSaid ? "none" : "bad", () => isSaid ? "" : t("enter.undo.late"))
    render()
  }

  const countdown = makeCountdown((left) => {
    setText(byId("undo-left"), left > 0 ? minutesAndSeconds(left) : "")
    if (left === 0 && undoable) endUndo(byId("done-result").dataset["outcome"] === "bad")
  })

  const render = () => {
    if (outcome === null) return
    const { group, kind, taken } = outcome
    const amount = taken.after === null ? t(kind === "closed" ? "entry.closed" : "entry.none") : money(taken.after)
    setText(byId("done-title"), t(`enter.done.${kind}`))
    setText(byId("done-figure"), amount)
    byId("done-figure").classList.toggle("long", amount.length > 11)
    setText(byId("done-before"), before(outcome))
    setText(byId("told-title"), messageTitle({ group }))
    setText(byId("told-state"), state(outcome))
    show(byId("told-card"), message != null)
    setText(byId("told-head"), message?.title ?? "")
    byId("told-lines").replaceChildren(...(message?.lines ?? []).map((line) => el("p", {}, line)))
    others(taken.date)
    const offered = undoable && since === null
    show(undo, offered)
    if (since !== null) {
      countdown.stop()
      return setText(byId("undo-text"), t("undo.changed", { stands: standingSentence(since, now()) }))
    }
    if (!offered) return setText(byId("undo-text"), settled())
    setText(byId("undo-text"), taken.after === null && kind !== "withdrawn"
      ? t(kind === "opened" ? "enter.undo.opened" : "enter.undo.closed")
      : taken.before.amount === null
      ? t(taken.before.closed ? "enter.undo.shut" : "enter.undo.none", { told: told({ group }) })
      : t(taken.before.source === "generated" ? "enter.undo.estimate" : "enter.undo.amount", {
        amount: money(taken.before.amount),
        told: told({ group })
      }))
    countdown.look()
  }

  /** Polls the state of the message until it is final. */
  const follow = async (mine: Outcome, look: number = 0) => {
    const isInOrder = order()
    const [day, own] = await Promise.all([askDay(mine.taken.date).catch(() => null), mine.taken.id === null ? null : askOwn()])
    if (outcome !== mine) return
    if (own !== null && own.id === mine.taken.id) {
      undoable = true
      countdown.start(own.seconds_left * 1000)
    }
    if (day !== null && isInOrder()) {
      const { after, id: saved } = mine.taken
      const known = message?.id
      const isWithdrawn = mine.kind === "withdrawn"
      const at = Date.parse(day.audit.find(({ id }) => id === saved)?.created_at ?? "")
      // Once the message is found, it stays the one that is shown, whatever is sent about the day later.
      message = day.messages.find(({ amount, created_at, id, kind }) =>
        known === undefined
          // Instants have whole seconds.
          ? Date.parse(created_at) >= at && kind !== "reminder" && (kind === "withdrawn") === isWithdrawn &&
            (after === null || amount === after)
          : id === known
      ) ?? null
      const [newest] = day.audit
      if (mine.taken.id !== null && newest !== undefined && newest.id > mine.taken.id)
        since = day
    }
    render()
    const pause = looks[look]
    if (pause === undefined || message != null && message.state !== "pending") return
    // If there is no message after a few polls, the save sends none.
    if (message == null && look > 2) return
    setTimeout(() => {
      if (outcome === mine) void follow(mine, look + 1)
    }, pause)
  }

  const close = () => {
    outcome = null
    undoable = false
    countdown.stop()
    show(byId("done"), false)
  }

  undo.addEventListener("click", async () => {
    if (outcome === null || outcome.taken.id === null || undo.disabled) return
    undo.disabled = true
    say(byId("done-result"), "wait", () => t("enter.wait"))
    try {
      const { after } = await takeBack(outcome.taken.id, who(), save)
      close()
      undone(after)
    } catch (error) {
      since = currentOf(error) ?? null
      if (since === null && isTooLate(error)) endUndo(true)
      else if (since === null)
        say(byId("done-result"), "bad", () => error instanceof ApiError && error.status === 0 ? t("enter.undo.held") : sentenceOf(error))
      else say(byId("done-result"), "none")
      render()
    }
    undo.disabled = false
  })
  byId("edit").addEventListener("click", () => {
    close()
    edit()
  })

  const open = (next: Outcome) => {
    outcome = next
    message = undefined
    since = null
    undoable = false
    countdown.stop()
    say(byId("done-result"), "none")
    show(byId("done"), true)
    render()
    scrollTo(0, 0)
    byId("done-title").focus({ preventScroll: true })
    void follow(next)
  }

  return {
    open,
    /** Shows a save of an earlier visit that can still be undone. Returns whether it does. */
    reopen: (own: Own, { group, note }: Day) => {
      const { after, before, change, date, id } = own
      const kind = kinds[change]
      if (kind === undefined) return false
      open({ kind, taken: { id, date, after, before }, today: today(), group, note })
      return true
    },
    /** Checks whether somebody has changed the day since. */
    look: () => {
      if (outcome !== null) void follow(outcome, looks.length)
    },
    /** Whether the save is from an earlier day and can no longer be undone or changed here. */
    isOver: () => outcome !== null && (!undoable || since !== null) && outcome.today < today(),
    close,
    relabel: render
  }
}
