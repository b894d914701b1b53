// @ts-check
/**
 * @typedef {{ nextCutoff: string, settledNext: string, now: string }} Cutoff instants by the server, and the day that is settled at the
 * next cutoff; both empty where it is not known
 */

/** Whether the cutoff of a day is past. @param {Cutoff} cutoff @param {string} date */
export const isPastCutoff = ({ nextCutoff, now, settledNext }, date) => settledNext > date || Date.parse(nextCutoff) <= Date.parse(now)
