import { deliveries } from "./Deliveries.ts"
import type { Environment } from "./Environment.ts"
import { journal } from "./Journal.ts"

/** The data that the replicas have stored, read after each step. `pastChanged` is called when a day before today has changed. */
export const records = ({ calendar, clock, eye, settings }: Environment, pastChanged: () => void) => {
  const outbox = deliveries(clock, eye, settings.shop)
  const book = journal(clock, calendar, eye, settings, outbox.mayHaveArrived)
  return {
    book,
    outbox,
    /** Reads what was committed since the last call, and checks it. */
    absorb: () => {
      const found = book.absorb()
      if (found === undefined) return
      outbox.absorb(found.messages)
      if (found.audits.some(({ date }) => date < book.today())) pastChanged()
    },
    check: () => {
      book.checkStored()
      outbox.checkStates()
    }
  }
}

export type Records = ReturnType<typeof records>
