import { faultAt } from "../Codes/Fault.ts"
import { wrong } from "../Domain/Fault.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"

/** What is wrong with a range of days. @param last the last date that it may have */
export const rangeFault = (from: LocalDate, to: LocalDate, last: LocalDate) =>
  from > last
    ? faultAt("from", wrong("date_until", `a date up to ${last}`, from, { last }))
    : faultAt("to", wrong("date_range", `a date from ${from} to ${last}`, to, { first: from, last }))
