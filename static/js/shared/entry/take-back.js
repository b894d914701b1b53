// @ts-check
/** Milliseconds in which a save can be undone. */
export const undoable = 600_000

/**
 * @typedef {{
 *   id: number, date: string, after: number | null, before: import("./standing.js").Standing, who: Record<string, string>
 * }} Done a save: `id` is its audit record, `after` is null where the day has no figure since, `before` is what the server says stood there
 */

/** @template T @typedef {{ done: T, until: number }} Offer what can be undone, until an instant of the browser's clock */

/** The save that can still be undone, even after a reload of the page. @template T @param {import("../mine.js").Kept<Offer<T>>} kept */
export const openOffer = (kept) => {
  const offer = kept.get()
  // A clock that was set back would extend the time, so it is limited.
  const left = (offer?.until ?? 0) - Date.now()
  if (left > 0 && left <= undoable) return offer
  kept.drop()
  return null
}

/**
 * Undoes a save. Returns the day before and after it, from the server's response.
 * @param {Done} done @param {import("./save.js").Save} save @returns {Promise<import("../../../../src/Api/Responses.ts").Responses["undo"]>}
 */
export const takeBack = ({ id, who }, save) => save("POST", `changes/${id}/undo`, who)
