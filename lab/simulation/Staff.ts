import type { Model } from "./Model.ts"

export type Role = "view" | "entry" | "manager" | "admin"

/** A named token, as far as the model knows. */
export interface Member {
  readonly id: number
  readonly name: string
  readonly secret: string
  role: Role
  revoked: boolean
}

/** An `entry` token's change that entered a figure, and the token. */
interface Entered {
  readonly at: number
  readonly by: string
  readonly token: number
}

/** The people with named tokens, and the figures that `entry` tokens have entered, by date. */
export const staff = (model: Model) => {
  const members: Array<Member> = []
  const entered = new Map<string, Entered>()

  /** The entry that set a day's current figure; undefined if the figure has changed since. */
  const entryOf = (date: string): Entered | undefined => {
    const known = entered.get(date)
    const changed = model.days.get(date)?.changed
    return known !== undefined && changed?.at === known.at && changed.by === known.by ? known : undefined
  }

  /** The secret of the till's token, once it is created. */
  const till: { secret: string | undefined } = { secret: undefined }

  return {
    members,
    till,
    entryOf,
    /** Notes who has changed the figure of a day. */
    noteFigure: (date: string, { id, role }: Member) => {
      const changed = model.days.get(date)?.changed
      if (role === "entry" && changed !== undefined) entered.set(date, { ...changed, token: id })
      else entered.delete(date)
    }
  }
}

export type Staff = ReturnType<typeof staff>
