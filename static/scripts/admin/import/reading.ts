import type { Example } from "../../../../src/Tables/Preview.ts"
import { locale } from "../../shared/format/money.ts"
import { request } from "../../shared/request.ts"
import type { Read, Shop } from "./table.ts"
import type { Choices } from "./table.ts"
import place from "./table.ts?worker"

export type { Choices }
export type { Example }

export type Preview = Extract<Read, { preview: unknown }>["preview"]
export type Reading = { read: (choices: Choices) => void; end: () => void }

/** The part that reads files could not be loaded. */
export class NotLoaded extends Error {}

/** What the reader has to know of the shop. */
const shopNow = async (): Promise<Shop> => {
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

/** Reads a file in a worker; each `read` reads it again under other choices. */
export const startReading = async (
  file: File,
  on: { read: (preview: Preview) => void; examples: (examples: ReadonlyArray<Example>) => void; fail: (error: unknown) => void }
): Promise<Reading> => {
  const [bytes, shop] = await Promise.all([file.arrayBuffer(), shopNow()])
  const worker = new Worker(new URL(place, import.meta.url))
  let turn = 0
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    on.fail(new NotLoaded())
  })
  worker.addEventListener("message", ({ data }: MessageEvent<Read>) => {
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
