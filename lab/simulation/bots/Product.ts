import type { Format, Meaning, Reply } from "../BotReplies.ts"

/** A message in a request to a bot. */
export interface Carried {
  readonly format: Format
  readonly title: string
  /** The lines below the title. */
  readonly lines: ReadonlyArray<string>
  /** The address in the message's link. */
  readonly link: string | undefined
  readonly timestamp?: string | undefined
  readonly sign?: string | undefined
}

/** The bot of a chat product, as the product's maker documents it. */
export interface BotProduct {
  readonly limits: ReadonlyArray<{ readonly millis: number; readonly count: number }>
  readonly largestBody: number
  readonly isSigned: boolean
  /** Richest first. */
  readonly formats: readonly [Format, ...ReadonlyArray<Format>]
  readonly read: (body: string) => Carried
  readonly replies: Readonly<Record<Meaning, readonly [Reply, ...ReadonlyArray<Reply>]>>
}

/** The format to try after a refused one; undefined after the last one. */
export const formatAfter = ({ formats }: BotProduct, format: Format): Format | undefined => formats[formats.indexOf(format) + 1]
