import type { Notify, Planned } from "./preview.ts"
import type { Choices, Example, Preview, Reading } from "./reading.ts"

/** A file on its way into the ledger. Nothing of it is remembered for the next one. */
export type Open = {
  file: File
  reading: Reading | null
  choices: Choices
  preview: Preview | null
  examples: Map<string, Example>
  plan: Planned | null
  notify: Notify | null
  opened: Set<string>
}

/** The days of a file as the service takes them. */
export const plainFile = ({ closed, days }: Preview, name: string) =>
  new File([
    "date,amount\n",
    ...days.map(({ cents, date }) => `${date},${(cents / 100).toFixed(2)}\n`),
    ...closed.map((date) => `${date},closed\n`)
  ], name, { type: "text/csv" })

export const addressOf = ({ closed }: Preview, more: Record<string, string>) =>
  `import?${new URLSearchParams({ equal: "skip", ...(closed.length === 0 ? {} : { closed: "closed" }), ...more })}`
