/** Until this hour of the morning, people in a shop that closes late enter the previous day. */
const nightEnds = 6

/**
 * The day with which the page opens: the day in the address; otherwise today, if it has no counted figure; otherwise the oldest day
 * that awaits a figure. At night it is yesterday, if that day awaits a figure. A day that has not come is named, and not entered.
 * Without an address that names another day, it is the day of a save that can still be undone (`own`).
 */
export const whichDay = (
  { asked, awaiting, hour, isCounted, own, today, yesterday }: {
    asked: string | null
    own: string | null
    today: string
    yesterday: string
    hour: number
    isCounted: boolean
    awaiting: string[]
  }
): { date: string; why: "own" | "asked" | "ahead" | "today" | "oldest" | "night" } => {
  if (own !== null && (asked ?? own) === own) return { date: own, why: "own" }
  if (asked !== null) return { date: asked, why: asked > today ? "ahead" : "asked" }
  if (hour < nightEnds && awaiting.includes(yesterday)) return { date: yesterday, why: "night" }
  const [oldest] = awaiting
  return isCounted && oldest !== undefined ? { date: oldest, why: "oldest" } : { date: today, why: "today" }
}
