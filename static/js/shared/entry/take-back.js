// @ts-check
import { t } from "../language.js"
import { askDay, isCounted } from "./day.js"

/** Milliseconds in which a save can be undone. */
export const undoable = 600_000

/**
 * @typedef {{
 *   date: string, after: number | null, before: import("./day.js").Figure | null, wasClosed: boolean, who: Record<string, string>
 * }} Done a save: `after` is null where the day has no figure since
 */

/** @template T @typedef {{ done: T, until: number }} Offer what can be undone, until an instant of the browser's clock */

/** What can still be undone, also after a reload of the page. @template T @param {import("../mine.js").Kept<Offer<T>>} kept */
export const openOffer = (kept) => {
  const offer = kept.get()
  // A clock that was set back would extend it.
  const left = (offer?.until ?? 0) - Date.now()
  if (left > 0 && left <= undoable) return offer
  kept.drop()
  return null
}

/** `9:42`. @param {number} seconds */
export const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** A generated figure does not come back, the day awaits a counted one. @param {Done} done @param {import("./save.js").Save} save */
const restore = async ({ after, before, date, wasClosed, who }, save) => {
  const reason = t("undo.reason")
  if (before !== null && isCounted(before)) return save("PUT", "turnover", { date, amount: before.amount, reason, ...who })
  if (after === null) return save("PUT", `days/${date}`, { closed: wasClosed, ...who })
  await save("DELETE", `turnover/${date}`, { reason, ...who })
  if (wasClosed) await save("PUT", `days/${date}`, { closed: true, ...who })
}

/** Undoes a save unless the day was changed since: whether it did. @param {Done} done @param {import("./save.js").Save} save */
export const takeBack = async (done, save) => {
  if ((await askDay(done.date)).amount !== done.after) return false
  await restore(done, save)
  return true
}
