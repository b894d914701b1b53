export interface Day {
  readonly cents: number
  readonly final: boolean
  readonly source: string
  /** Who changed it last, and when; absent if another program stored it. */
  readonly changed?: { readonly at: number; readonly by: string }
  /** What a till has counted so far, and its amount in the audit; absent in a figure. */
  readonly running?: { readonly audited: number }
}

/** The amount that stands as a figure, final or not; null without one. */
export const figureOf = (day: Day | undefined): number | null => day === undefined || day.running !== undefined ? null : day.cents

/** What is known about a day besides its figure. */
export interface Mark {
  readonly closed: boolean
  readonly note: string
  /** When it was closed, and when its figure was last withdrawn or the day opened. */
  readonly closedAt: number
  readonly clearedAt: number
}

/** A chat beside the first one, which the top-level keys describe. */
export interface ChatSetting {
  readonly name: string
  readonly bot: string
  readonly secret: string
  readonly about: ReadonlyArray<string>
}

interface DayTime {
  readonly day: number
  readonly minute: number
}

/** The settings of the configuration file in force. */
export interface Settings {
  /** Minutes after midnight. */
  readonly cutoff: number
  /** When a business day begins; minutes after midnight. */
  readonly start: number
  readonly shop: string
  readonly secret: string
  /** What the first chat is sent; empty where nothing is set, which is everything. */
  readonly about: ReadonlyArray<string>
  readonly chats: ReadonlyArray<ChatSetting>
  readonly weekday: readonly [number, number]
  readonly weekend: readonly [number, number]
  /** Where the amount of a day without a record comes from: its range, or no source. */
  readonly source: "range" | "none"
  readonly fallback: "auto" | "always"
  readonly importNotify: "per_row" | "digest" | "none"
  /** How many minutes before the cutoff the group is reminded; 0: never. */
  readonly remind: number
  /** Minutes after which a till counts as silent; 0: never, and 30 at the cutoff. */
  readonly silence: number
  /** When reports are sent, in minutes after midnight of a day of the week, from 0 for Monday, and of a day of the month; null: never. */
  readonly reports: { readonly weekly: DayTime | null; readonly monthly: DayTime | null }
  /** Whether holidays decide over the range of a generated amount. */
  readonly holidayRanges: boolean
  /** Goals in cents by month, and `default`; empty for none. */
  readonly goals: Readonly<Record<string, number>>
  /** The public address in messages; empty for none. */
  readonly publicUrl: string
}

/** Since which business date days begin at which minute after midnight, oldest first. */
export type Starts = ReadonlyArray<readonly [from: string, minute: number]>

/** A requested change, as its audit record must show it. */
export interface Posting {
  readonly action: "correct" | "import" | "feed" | "withdraw" | "close" | "open" | "note" | "undo" | "goal"
  readonly date: string
  readonly before: number | null
  readonly after: number | null
  readonly source: string | null
  readonly reason: string
  readonly actor: string
}
