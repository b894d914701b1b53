/** The highest level: days are drawn in levels from 1 to 5. */
export const strongest = 5

/** @param digits that are not zero */
const rounded = (amount: number, digits: number) => {
  const unit = Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(1, amount))) + 1 - digits))
  return Math.round(amount / unit) * unit
}

/**
 * The amounts that divide all days into five parts of about the same size, rounded as much as possible while they differ. They are
 * quantiles, so that one large evening does not make all other days pale. There are fewer than four if many days have the same
 * amount.
 * @returns ascending
 */
export const dividers = (amounts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sorted = amounts.toSorted((one, other) => one - other)
  if (sorted.length === 0) return []
  const exact = Array.from({ length: strongest - 1 }, (_, index) => sorted[Math.floor(sorted.length * (index + 1) / strongest)] ?? 0)
  const different = new Set(exact).size
  for (const digits of [2, 3, 4, 5]) {
    const round = [...new Set(exact.map((amount) => rounded(amount, digits)))]
    if (round.length === different) return round
  }
  return [...new Set(exact)]
}

/**
 * The level of an amount, 1 to 5. An amount equal to a divider has the higher level.
 * @param divided by
 */
export const levelOf = (amount: number, divided: ReadonlyArray<number>) => 1 + divided.filter((divider) => amount >= divider).length
