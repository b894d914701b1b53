import type { Holidays } from "../../Domain/Holidays.ts"
import type { LocalDate } from "../../Domain/LocalDate.ts"

/** What the calendar of holidays knows about a date; no members for an ordinary date. */
export const special = ({ makeupFor, on }: Holidays, date: LocalDate) => {
  const [first, second] = on(date)
  const makeup = makeupFor(date)
  return {
    ...(first === undefined ? {} : {
      holiday: {
        name: first.name,
        day: first.day,
        ...(second === undefined ? {} : { also: { name: second.name, day: second.day } })
      }
    }),
    ...(makeup === null ? {} : { makeup: true as const, makeup_for: makeup })
  }
}
