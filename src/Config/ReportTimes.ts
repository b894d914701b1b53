import { Either } from "effect"
import { type Fault, faultAt } from "../Codes/Fault.ts"
import { wrong } from "../Domain/Fault.ts"
import type { ReportTimes } from "../Domain/ReportTimes.ts"
import type { TimeOfDay } from "../Domain/TimeOfDay.ts"
import { isObject } from "./AmountSource/Decoding.ts"

const weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]

const timeOf = (hour = "", minute = ""): TimeOfDay => ({ hour: Number(hour), minute: Number(minute) })

const clock = "([01]\\d|2[0-3]):([0-5]\\d)"
const weekly = new RegExp(`^(${weekdays.join("|")}) ${clock}$`)
const monthly = new RegExp(`^([1-9]|[12]\\d|3[01]) ${clock}$`)

const readWeekly = (value: unknown): ReportTimes["weekly"] | Fault => {
  if (value === undefined) return null
  const [match, weekday = "", hour, minute] = weekly.exec(typeof value === "string" ? value : "") ?? []
  if (match === undefined) return wrong("weekly_time", "a weekday MON to SUN and a time, such as \"MON 09:00\"", value)
  return { weekday: weekdays.indexOf(weekday) + 1, time: timeOf(hour, minute) }
}

const readMonthly = (value: unknown): ReportTimes["monthly"] | Fault => {
  if (value === undefined) return null
  const [match, day, hour, minute] = monthly.exec(typeof value === "string" ? value : "") ?? []
  if (match === undefined) return wrong("monthly_time", "a day 1 to 31 and a time, such as \"1 09:00\"", value)
  return { day: Number(day), time: timeOf(hour, minute) }
}

const names = ["weekly", "monthly"]

const isFault = <A extends object>(read: A | Fault | null): read is Fault => read !== null && "code" in read

/** When reports are sent; or every fault, each with its field within `reports`. */
export const readReports = (value: unknown): Either.Either<ReportTimes, ReadonlyArray<Fault>> => {
  if (!isObject(value))
    return Either.left([faultAt("", wrong("json_object", "a JSON object such as {\"weekly\":\"MON 09:00\"}", value))])
  const [week, month] = [readWeekly(value["weekly"]), readMonthly(value["monthly"])]
  const faults = [
    ...(isFault(week) ? [faultAt("weekly", week)] : []),
    ...(isFault(month) ? [faultAt("monthly", month)] : []),
    // A misspelt member would silently send nothing.
    ...Object.keys(value).filter((name) => !names.includes(name)).map((name) =>
      faultAt("", wrong("one_of", `the members ${names.join(" ")}`, name, { names: names.join(" ") }))
    )
  ]
  return isFault(week) || isFault(month) || faults.length > 0 ? Either.left(faults) : Either.right({ weekly: week, monthly: month })
}
