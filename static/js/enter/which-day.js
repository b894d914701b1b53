// @ts-check

/** Until this hour of the morning, people in a shop that closes late enter the previous day. */
const nightEnds = 6

/**
 * The day with which the page opens: the day in the address; otherwise today, if it has no counted figure; otherwise the oldest day
 * that awaits a figure. At night it is yesterday, if that day awaits a figure. A day that has not come is named, and not entered.
 * @param {{ asked: string | null, today: string, yesterday: string, hour: number, isCounted: boolean, awaiting: string[] }} known
 * @returns {{ date: string, why: "asked" | "ahead" | "today" | "oldest" | "night" }}
 */
export const whichDay = ({ asked, awaiting, hour, isCounted, today, yesterday }) => {
  if (asked !== null) return { date: asked, why: asked > today ? "ahead" : "asked" }
  if (hour < nightEnds && awaiting.includes(yesterday)) return { date: yesterday, why: "night" }
  const [oldest] = awaiting
  return isCounted && oldest !== undefined ? { date: oldest, why: "oldest" } : { date: today, why: "today" }
}
