import { Effect } from "effect"
import type { Announcement } from "../Domain/Announcement.ts"
import { FigureSince, figureSince, statedBy } from "../Domain/FigureSince.ts"
import type { LedgerStore } from "../Ledger/Store.ts"

/** How the figure of a message's day has changed; read before each attempt (rule 7.19). */
export const sinceThen = (store: typeof LedgerStore.Service) => (announcement: Announcement): Effect.Effect<FigureSince> => {
  const stated = statedBy(announcement)
  return stated === null
    ? Effect.succeed(FigureSince.Same())
    : Effect.map(store.day(stated.date), (day) => figureSince(announcement, day))
}
