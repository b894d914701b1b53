// @ts-check
import { locale } from "../../shared/format/money.js"
import { request } from "../../shared/request.js"
import place from "./table.js?worker"

/**
 * @typedef {import("./table.js").Choices} Choices
 * @typedef {Extract<import("./table.js").Read, { preview: unknown }>["preview"]} Preview
 * @typedef {import("../../../../src/Tables/Preview.ts").Example} Example
 * @typedef {{ read: (choices: Choices) => void, end: () => void }} Reading
 */

/** The part that reads files could not be loaded. */
export class NotLoaded extends Error {}

/** What the reader has to know of the shop. @returns {Promise<import("./table.js").Shop>} */
const shopNow = async () => {
  const { time_zone: zone, today } = await request("api/metrics")
  // A business day that begins at midnight has no such time.
  const [hours = 0, minutes = 0] = (today.ends_at ?? "").slice(11, 16).split(":").map(Number)
  return {
    today: today.date,
    currency: document.documentElement.dataset["currency"] ?? "CNY",
    locale: locale(),
    zone,
    dayStartsAt: (hours * 60 + minutes) * 60
  }
}

/**
 * Reads a file in a worker; each `read` reads it again under other choices.
 * @param {File} file
 * @param {{ read: (preview: Preview) => void, examples: (examples: ReadonlyArray<Example>) => void, fail: (error: unknown) => void }} on
 * @returns {Promise<Reading>}
 */
export const startReading = async (file, on) => {
  const [bytes, shop] = await Promise.all([file.arrayBuffer(), shopNow()])
  const worker = new Worker(new URL(place, import.meta.url))
  let turn = 0
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    on.fail(new NotLoaded())
  })
  worker.addEventListener("message", (/** @type {MessageEvent<import("./table.js").Read>} */ { data }) => {
    if (data.turn !== turn) return
    if ("preview" in data) on.read(data.preview)
    else on.examples(data.examples)
  })
  return {
    read: (choices) => {
      const isFirst = turn === 0
      turn += 1
      worker.postMessage({ turn, shop, choices, ...(isFirst ? { file: bytes } : {}) }, isFirst ? [bytes] : [])
    },
    end: () => worker.terminate()
  }
}
