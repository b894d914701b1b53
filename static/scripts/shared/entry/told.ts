import { t } from "../language.ts"
import type { Day } from "./day.ts"

/** The end of a sentence about a change, which says that the group gets a message, if there is a group. */
export const told = ({ group }: Pick<Day, "group">) => t(group ? "told.group" : "told.nobody")

/**
 * How the group learns of a change that has no separate message.
 * @param isPast whether the cutoff of that day is over
 */
export const toldLater = (kind: "closed" | "opened" | "noted", { group }: Pick<Day, "group">, isPast: boolean) => {
  if (isPast || kind === "opened") return t("told.none")
  return t(group ? `told.${kind}` : "told.printed")
}
