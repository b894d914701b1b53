// @ts-check
import { leastOfMean } from "../../../src/Domain/Mean.ts"

/** A day's mean of same weekdays where it has enough of them, else null. @param {{ mean4: number | null, mean4_days: number }} day */
export const meanOf = ({ mean4, mean4_days }) => mean4_days < leastOfMean ? null : mean4
