import { leastOfMean } from "../../../src/Domain/DayStatistics.ts"

/** The mean of a day's same weekdays; null if there are too few of them. */
export const meanOf = ({ mean4, mean4_days }: { mean4: number | null; mean4_days: number }) => mean4_days < leastOfMean ? null : mean4
