import { Data } from "effect"
import type { Cents } from "./Amount.ts"
import type { Announcement } from "./Announcement.ts"
import type { LocalDate } from "./LocalDate.ts"
import { figureOf, type SoFar, type Source } from "./Turnover.ts"

export interface Figure {
  readonly cents: Cents
  readonly source: Source
  /** A running amount is no figure. */
  readonly soFar?: SoFar
}

/** The figure of a message's day now, compared with what the message states: an amount with its source, or no figure. */
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

/** The figure that a message states of its day; null for a test, a reminder, the sum of an import, and a report. */
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

/** Compares the figure of a message with that of its day now (rule 7.19). */
export const figureSince = (announcement: Announcement, day: Figure | undefined): FigureSince => {
  const stated = statedBy(announcement)
  const figure = figureOf(day)
  if (stated === null || (stated.cents === (figure?.cents ?? null) && stated.source === (figure?.source ?? null))) return FigureSince.Same()
  return figure === undefined ? FigureSince.Withdrawn() : FigureSince.Changed({ cents: figure.cents, source: figure.source })
}
