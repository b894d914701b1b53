// @ts-check
/*
 * A worker: it reads a file once, and then under each choice of the person, so that the page answers meanwhile. The days under each
 * answer follow one by one, and a later choice ends them.
 */
import { examplesOf, previewOf, readGrid } from "../../../../src/Tables/Preview.ts"

/**
 * @typedef {import("../../../../src/Tables/Preview.ts").Choices} Choices
 * @typedef {{ today: string, currency: string, locale: string, zone: string, dayStartsAt: number }} Shop
 * @typedef {{ turn: number, shop: Shop, choices: Choices, file?: ArrayBuffer }} Wanted
 * @typedef {{ turn: number, preview: import("../../../../src/Tables/Preview.ts").Preview }
 *   | { turn: number, examples: ReadonlyArray<import("../../../../src/Tables/Preview.ts").Example> }} Read
 */

/** @type {ReturnType<typeof readGrid> | undefined} */
let grid
let newest = 0

/** @param {Read} read */
const answer = (read) => /** @type {any} */ (self).postMessage(read)

addEventListener("message", async (/** @type {MessageEvent<Wanted>} */ { data: { choices, file, shop, turn } }) => {
  newest = turn
  if (file !== undefined) grid = readGrid(new Uint8Array(file))
  const read = await grid
  if (read === undefined || turn !== newest) return
  const options = { ...shop, today: /** @type {any} */ (shop.today), known: new Map() }
  const preview = previewOf(read, options, choices)
  answer({ turn, preview })
  for (const examples of examplesOf(read, options, choices, preview.asked)) {
    answer({ turn, examples })
    // A newer choice is heard in between.
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (turn !== newest) return
  }
})
