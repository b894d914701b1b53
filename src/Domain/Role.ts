import { Schema } from "effect"

const ranks = ["view", "entry", "manager", "admin"] as const

/** What a person may do. Each rank includes the lower ranks. `feed` is not a rank: it may only push amounts. */
export const Role = Schema.Literal(...ranks, "feed")
export type Role = typeof Role.Type

export const allows = (role: Role, needed: Role): boolean => {
  if (role === "feed" || needed === "feed") return role === needed
  return ranks.indexOf(role) >= ranks.indexOf(needed)
}
