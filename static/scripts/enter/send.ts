import { byId, show } from "../shared/dom.ts"
import { askAgain } from "../shared/entry/conflict.ts"
import { askDay, figureOf, isCounted } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import { againSentence, doubtOf, doubtWords, isBeyond, isOfStored } from "../shared/entry/doubt.ts"
import type { Doubt } from "../shared/entry/doubt.ts"
import { isOpen } from "../shared/entry/save.ts"
import type { Save } from "../shared/entry/save.ts"
import { currentOf, standingSentence } from "../shared/entry/standing.ts"
import { t } from "../shared/language.ts"
import { ApiError } from "../shared/request.ts"
import { sentenceOf } from "../shared/result.ts"
import { drafts } from "./draft.ts"
import { fields, wishOf } from "./form.ts"
import { adopt, load } from "./load.ts"
import { clock, isEntry, keepDraft, myName, render, situation, tell, today, who } from "./page.ts"
import { isLocked } from "./shop.ts"

const explain = async (error: unknown, day: Day) => {
  if (isOpen(error)) {
    situation.held = (error as ApiError).status === 0 ? "unsent" : "unanswered"
    keepDraft(true)
  } else {
    const isForbidden = error instanceof ApiError && error.code === "forbidden"
    if (isForbidden) adopt(await askDay(day.date).catch(() => day))
    // Above the amount, the page says of a locked day that nothing was saved, and why.
    if (!isForbidden || situation.shop === null || !isLocked(situation.shop, situation.day ?? day)) tell("bad", () => sentenceOf(error))
  }
}

/**
 * Whether the amount replaces nothing but the figure that the page showed as the typing began. An estimate is replaced without a
 * question; so is the person's own figure by text that was typed before the page knew its day.
 */
const isSeen = (day: Day, { amount }: ReturnType<typeof wishOf>) => {
  const { seen } = situation
  const figure = figureOf(day)
  if (amount === null || !isCounted(figure)) return true
  return seen === null ? day.by === myName() : figureOf(seen)?.amount === figure?.amount
}

/** Has an amount far beyond the usual typed a second time. */
const typeAgain = (day: Day, amount: number, doubt: Doubt) => {
  situation.again = amount
  situation.busy = false
  fields.amount.value = ""
  keepDraft()
  tell("bad", () => againSentence(day, amount, doubt))
  render()
  fields.amount.focus()
}

/** Saves the typed values. It asks first if the amount is doubtful, or if another person has changed the day. */
export const makeSend = (
  { done, question, refresh, save }: {
    done: ReturnType<typeof import("./done.ts").makeDone>
    question: ReturnType<typeof import("../shared/entry/question.ts").makeQuestion>
    save: Save
    refresh: () => Promise<void>
  }
) => {
  const carryOut = async (day: Day, { amount, closed, note }: ReturnType<typeof wishOf>) => {
    const { shop } = situation
    if (shop === null) return
    const expected = figureOf(day)
    const words = { ...(note === undefined ? {} : { note }), ...who() }
    const reason = expected === null ? "" : fields.reason.value.trim()
    const { before, id } = amount === null
      ? await save("PUT", `days/${day.date}`, { ...(closed === undefined ? {} : { closed }), ...words }, expected)
      // The note goes with the amount, so that the message contains it, and an undo takes both away.
      : await save("PUT", "turnover", { date: day.date, amount, ...(reason === "" ? {} : { reason }), ...words }, expected)
    drafts.drop(day.date)
    situation.held = "no"
    situation.seen = null
    fields.amount.value = fields.reason.value = ""
    show(byId("enter-form"), false)
    done.open({
      kind: amount !== null
        ? !isCounted(figureOf(before)) ? "entered" : before.amount === amount ? "confirmed" : "changed"
        : closed === undefined
        ? "noted"
        : closed
        ? "closed"
        : "opened",
      taken: { id, date: day.date, after: amount ?? before.amount, before },
      today: shop.today,
      group: day.group,
      note: note ?? ""
    })
  }

  /** Asks again where somebody has changed the day while a question was open, which was dropped. */
  const askOfNew = async (asked: Day): Promise<void> => {
    const { day, shop } = situation
    if (day === null || shop === null || day === asked || day.date !== asked.date) return
    const wish = wishOf(day)
    if (!isLocked(shop, day) && wish.amount !== null && !isSeen(day, wish)) return askFirst(day, wish)
  }

  /** Asks before it replaces a figure that the page did not show as the typing began. */
  const askFirst = async (day: Day, wish: ReturnType<typeof wishOf>): Promise<void> => {
    if (wish.amount === null) {
      const { closed, note } = wishOf(day)
      const isLeft = closed !== undefined || note !== undefined
      return tell("bad", () => t(isLeft ? "conflict.look" : "conflict.kept", { stands: standingSentence(day, today()) }))
    }
    const { seen } = situation
    const answer = await askAgain({ current: day, amount: wish.amount, seen, group: day.group, today: today(), now: clock.instant() }, {
      ask: question.ask,
      say: tell
    })
    if (answer === true) return saveOrAsk(day, wishOf(day))
    if (answer === null) {
      // The question has shown it.
      situation.seen = day
      return askOfNew(day)
    }
    if (answer === false) {
      fields.amount.value = ""
      situation.seen = situation.day
      keepDraft()
    }
  }

  /** Saves, and asks first if another person has changed the day. */
  const saveOrAsk = async (day: Day, wish: ReturnType<typeof wishOf>): Promise<void> => {
    situation.seen = day
    try {
      await carryOut(day, wish)
    } catch (error) {
      const current = currentOf(error)
      if (current === undefined) return explain(error, day)
      const found = isEntry() ? await askDay(day.date).catch(() => day) : day
      const now = { ...found, ...current }
      situation.held = "no"
      adopt(now)
      keepDraft()
      render()
      // The page says of a day that is locked now that nothing was saved.
      return situation.shop !== null && isLocked(situation.shop, now) ? undefined : askFirst(now, wish)
    }
  }

  /** Sends the typed values. */
  return async () => {
    const { busy, day } = situation
    if (busy) return
    if (day === null) {
      situation.busy = true
      render()
      await load()
      situation.busy = false
      return render()
    }
    const wish = wishOf(day)
    if (wish.typedWrong) return
    situation.busy = true
    tell("none")
    render()
    const doubt = wish.amount === null || situation.held !== "no" || wish.amount === situation.again ? null : doubtOf(day, wish.amount)
    situation.again = null
    if (isBeyond(doubt)) return typeAgain(day, wish.amount ?? 0, doubt)
    const sure = doubt === null || await question.ask(() => ({ ...doubtWords(day, wish.amount ?? 0, doubt), detail: "" }), true)
    if (sure) await (isSeen(day, wish) ? saveOrAsk(day, wish) : askFirst(day, wish))
    if (sure === null) await askOfNew(day)
    const keeps = sure === false && isOfStored(doubt)
    if (keeps) {
      fields.amount.value = ""
      situation.editing = false
      keepDraft()
      tell("good", () => t("conflict.kept", { stands: standingSentence(day, today()) }))
    }
    situation.busy = false
    render()
    if (sure === false && !keeps) fields.amount.focus()
    if (byId("done").hidden) void refresh()
  }
}
