/*
 * A worker: it reads a file once, and then under each choice of the person, so that the page answers meanwhile. The days under each
 * answer follow one by one, and a later choice ends them.
 */
import { examplesOf, previewOf, readGrid } from "../../../../src/Tables/Preview.ts"
import type { Example, Preview } from "../../../../src/Tables/Preview.ts"
import type { Choices } from "../../../../src/Tables/Preview.ts"

export type { Choices }

export type Shop = { today: string; currency: string; locale: string; zone: string; dayStartsAt: number }
type Wanted = { turn: number; shop: Shop; choices: Choices; file?: ArrayBuffer }
export type Read = { turn: number; preview: Preview } | { turn: number; examples: ReadonlyArray<Example> }

let grid: ReturnType<typeof readGrid> | undefined
let newest = 0

const answer = (read: Read) => (self as unknown as Worker).postMessage(read)

addEventListener("message", async ({ data: { choices, file, shop, turn } }: MessageEvent<Wanted>) => {
  newest = turn
  if (file !== undefined) grid = readGrid(new Uint8Array(file))
  const read = await grid
  if (read === undefined || turn !== newest) return
  const options = { ...shop, today: shop.today as Parameters<typeof previewOf>[1]["today"], known: new Map() }
  const preview = previewOf(read, options, choices)
  answer({ turn, preview })
  for (const examples of examplesOf(read, options, choices, preview.asked)) {
    answer({ turn, examples })
    // A newer choice is heard in between.
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (turn !== newest) return
  }
})
