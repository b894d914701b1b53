import { Data } from "effect"
import type { Cents } from "./Amount.ts"
import type { Announcement } from "./Announcement.ts"
import type { LocalDate } from "./LocalDate.ts"
import { figureOf, type SoFar, type Source } from "./Turnover.ts"

export interface Figure {
  readonly cents: Cents
  readonly source: Source
  /** Present on a running amount, which is no figure. */
  readonly soFar?: SoFar
}

/** How the figure of a message's day has changed since the message was stored: the amount and source that it has now, or no figure. */
export type FigureSince = Data.TaggedEnum<{
  Same: {}
  Changed: Figure
  Withdrawn: {}
}>
export const FigureSince = Data.taggedEnum<FigureSince>()

interface Stated {
  readonly date: LocalDate
  readonly cents: Cents | null
  readonly source: Source | null
}

/** The figure that a message states for its day; null for a test, a reminder, a summary of an import, and a report. */
export const statedBy = (announcement: Announcement): Stated | null => {
  switch (announcement.kind) {
    case "test":
    case "reminder":
    case "digest":
    case "report":
      return null
    case "withdrawn":
    case "closed":
    case "awaited":
      return { date: announcement.date, cents: null, source: null }
    default:
      return announcement
  }
}

/** Compares the figure in a message with the present figure of its day (rule 7.19). */
export const figureSince = (announcement: Announcement, day: Figure | undefined): FigureSince => {
  const stated = statedBy(announcement)
  const figure = figureOf(day)
  if (stated === null || (stated.cents === (figure?.cents ?? null) && stated.source === (figure?.source ?? null))) return FigureSince.Same()
  return figure === undefined ? FigureSince.Withdrawn() : FigureSince.Changed({ cents: figure.cents, source: figure.source })
}
