export interface Day {
  readonly cents: number
  readonly final: boolean
  readonly source: string
  /** Who last changed the day, and when; absent if another program stored it. */
  readonly changed?: { readonly at: number; readonly by: string }
  /** Present on a running amount, with its amount in the audit; absent on a figure. */
  readonly running?: { readonly audited: number }
}

/** The amount of a figure, final or not; null if the day has none. */
export const figureOf = (day: Day | undefined): number | null => day === undefined || day.running !== undefined ? null : day.cents

/** What is known about a day besides its figure. */
export interface Mark {
  readonly closed: boolean
  readonly note: string
  /** When the day was closed, and when its figure was last withdrawn or the day opened. */
  readonly closedAt: number
  readonly clearedAt: number
}

/** A chat in addition to that of the top-level keys. */
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

/** The effective settings of the configuration file. */
export interface Settings {
  /** Minutes after midnight. */
  readonly cutoff: number
  /** When a business day begins; minutes after midnight. */
  readonly start: number
  readonly shop: string
  readonly secret: string
  /** The topics of the first chat; empty if they are not set, which means every topic. */
  readonly about: ReadonlyArray<string>
  readonly chats: ReadonlyArray<ChatSetting>
  readonly weekday: readonly [number, number]
  readonly weekend: readonly [number, number]
  /** Where the amount of a day without a record comes from: from its range, or from nowhere. */
  readonly source: "range" | "none"
  readonly fallback: "auto" | "always"
  readonly importNotify: "per_row" | "digest" | "none"
  /** How many minutes before the cutoff the group is reminded; 0: never. */
  readonly remind: number
  /** Minutes after which a till counts as silent; 0: never, and 30 at the cutoff. */
  readonly silence: number
  /** When reports are sent: in minutes after midnight, on a day of the week (0 is Monday) and on a day of the month; null: never. */
  readonly reports: { readonly weekly: DayTime | null; readonly monthly: DayTime | null }
  /** Whether holidays affect the range of a generated amount. */
  readonly holidayRanges: boolean
  /** Goals in cents by month, and `default`; empty for none. */
  readonly goals: Readonly<Record<string, number>>
  /** The public address in messages; empty for none. */
  readonly publicUrl: string
}

/** From which business date on days begin at which minute after midnight, oldest first. */
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
