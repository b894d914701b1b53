import type { Dice } from "../Dice.ts"
import type { World } from "../World.ts"

/** One event of a simulated day. */
export type Step = (world: World, dice: Dice) => void
