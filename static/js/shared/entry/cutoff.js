// @ts-check
import { undoable } from "./take-back.js"

/**
 * @typedef {{ nextCutoff: string, settledNext: string, now: string }} Cutoff instants by the server, and the day that is settled at the
 * next cutoff; both empty where it is not known
 */

/** Whether the cutoff of a day is past. @param {Cutoff} cutoff @param {string} date */
export const isPastCutoff = ({ nextCutoff, now, settledNext }, date) => settledNext > date || Date.parse(nextCutoff) <= Date.parse(now)

/**
 * For how many milliseconds a save can be undone: the role `entry` may not leave a day without a figure after its cutoff.
 * @param {Cutoff} cutoff @param {string} date @param {boolean} toNone whether the undo leaves the day open without a figure
 */
export const undoableFor = (cutoff, date, toNone) => {
  if (!toNone || cutoff.nextCutoff === "") return undoable
  return isPastCutoff(cutoff, date) ? 0 : Math.min(undoable, Date.parse(cutoff.nextCutoff) - Date.parse(cutoff.now))
}
