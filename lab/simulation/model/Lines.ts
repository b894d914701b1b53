import type { Settings } from "../Rules.ts"

/** A chat, the bot behind it, and its topics. */
export interface Line {
  readonly name: string
  readonly bot: string
  readonly secret: string
  readonly about: ReadonlyArray<string>
}

/** The topics that a chat can have. */
export const topics = ["daily", "entered", "corrected", "import", "reminder", "report"] as const

const topicOf: Readonly<Record<string, typeof topics[number]>> = {
  daily: "daily",
  finalized: "daily",
  repeat: "daily",
  awaited: "daily",
  entered: "entered",
  confirmed: "entered",
  closed: "entered",
  corrected: "corrected",
  withdrawn: "corrected",
  undone: "corrected",
  imported: "import",
  digest: "import",
  reminder: "reminder",
  report: "report"
}

export const mainChat = "main"
export const mainBot = "feishu-main"

export const linesOf = ({ about, chats, secret }: Settings): ReadonlyArray<Line> => [
  { name: mainChat, bot: mainBot, secret, about: about.length === 0 ? topics : about },
  ...chats
]

/** The chats that a message goes to, in the order of the settings. */
export const recipientsOf = (kind: string, settings: Settings): ReadonlyArray<string> =>
  linesOf(settings).filter(({ about }) => about.includes(topicOf[kind] ?? "")).map(({ name }) => name)

/** The chats of the current settings. While a reload runs, the chats before and after it. */
export const lines = (settings: () => Settings) => {
  let before: ReadonlyArray<Line> = []
  const bots = new Map<string, string>()

  let read: { readonly from: Settings; readonly lines: ReadonlyArray<Line> } | undefined

  const all = () => {
    const from = settings()
    if (read?.from !== from) read = { from, lines: linesOf(from) }
    return read.lines
  }

  return {
    all,
    isSet: (chat: string) => all().some(({ name }) => name === chat),
    /** The bot that a chat has, or last had. */
    botOf: (chat: string): string => {
      for (const { bot, name } of all()) bots.set(name, bot)
      return bots.get(chat) ?? mainBot
    },
    /** The chats that have this bot. */
    behind: (bot: string): ReadonlyArray<string> => [
      ...new Set([...all(), ...before].filter((line) => line.bot === bot).map(({ name }) => name))
    ],
    recipientsOf: (kind: string) => recipientsOf(kind, settings()),
    /** A reload is about to begin. */
    reloads: () => {
      before = all()
    },
    reloaded: () => {
      before = []
    }
  }
}

export type Lines = ReturnType<typeof lines>
