import { actorName } from "../actor.ts"
import { money } from "../format/money.ts"
import { t } from "../language.ts"
import { figureOf } from "./day.ts"
import type { Day } from "./day.ts"
import type { Wording } from "./question.ts"
import { standingSentence } from "./standing.ts"
import type { Standing } from "./standing.ts"
import { told } from "./told.ts"

/** Milliseconds for which a figure was stored just now. */
const justNow = 10 * 60_000

/** `current` stands there, `seen` was on the page as `amount` was typed; `now` is the server's time */
type Conflict = {
  current: Standing
  amount: number
  seen: Pick<Day, "amount" | "source" | "is_final"> | null
  group: boolean
  today: string
  now: string
}

/** `阿强刚录了 ¥4,777.70`, or with its time. */
const whatStands = ({ current, now, today }: Pick<Conflict, "current" | "today" | "now">) => {
  const { amount, at, by, source } = current
  return amount !== null && source === "manual" && by !== null && at !== null && Date.parse(now) - Date.parse(at) < justNow
    ? t("conflict.just", { by: actorName(by), amount: money(amount) })
    : standingSentence(current, today)
}

const words = (conflict: Conflict): () => Wording => () => {
  const { amount, current, group, seen } = conflict
  const shown = seen === null ? null : figureOf(seen)
  const isEmpty = current.amount === null
  const values = { amount: money(amount), stands: whatStands(conflict) }
  return {
    title: t(isEmpty ? "conflict.enter" : "conflict.change", values),
    detail: (shown === null ? t("conflict.seen.none") : t("conflict.seen", { amount: money(shown.amount) })) +
      t(isEmpty ? "conflict.unsaved.enter" : "conflict.unsaved.change", { told: told({ group }) }),
    yes: t(isEmpty ? "entry.enter" : "entry.change", values),
    no: isEmpty ? t("conflict.no.none") : t("conflict.no", { amount: money(current.amount) })
  }
}

/**
 * Asks whether to overwrite a figure that the page has not shown. The safe answer keeps that figure.
 * @returns true: save; false: what stands there stays; null: the question was dropped
 */
export const askAgain = async (
  conflict: Conflict,
  { ask, say }: {
    ask: ReturnType<typeof import("./question.ts").makeQuestion>["ask"]
    say: (outcome: "good" | "bad", sentence: () => string) => void
  }
): Promise<boolean | null> => {
  const { amount, current, today } = conflict
  const stands = () => standingSentence(current, today)
  const isSame = current.amount === amount && current.source !== "generated"
  const answer = isSame ? false : await ask(words(conflict), true)
  if (answer === false) say("good", () => t(isSame ? "conflict.same" : "conflict.kept", { stands: stands() }))
  return answer
}
