import { Schema } from "effect"

export const Yuan = Schema.Number.annotations({ description: "in the shop's currency, at most two decimals", examples: [3629.76] })
export const Instant = Schema.String.annotations({
  description: "ISO 8601 to the second, with the UTC offset of the shop's zone",
  examples: ["2025-12-09T13:14:40+08:00"]
})
