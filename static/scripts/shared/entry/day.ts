import type { Responses } from "../../../../src/Api/Responses.ts"
import { request } from "../request.ts"

export type Day = Responses["day"]
export type Figure = { amount: number; source: NonNullable<Day["source"]> }

export const askDay = (date: string): Promise<Day> => request(`api/days/${date}`)

/** Whether a record is a running amount from a till. */
export const isSoFar = ({ is_final, source }: { source: Day["source"]; is_final?: boolean }) => source === "feed" && is_final === false

/** The figure of a day; null if it has no record, or only a running amount. */
export const figureOf = (day: Pick<Day, "amount" | "source"> & Partial<Pick<Day, "is_final">>): Figure | null => {
  const { amount, source } = day
  return amount === null || source === null || isSoFar(day) ? null : { amount, source }
}

/** Whether a person has set the figure. */
export const isCounted = (figure: Figure | null) => figure !== null && figure.source !== "generated"
