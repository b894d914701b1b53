import type { Announcement } from "./Announcement.ts"

/** The topics that a chat can receive, by their names in `about`. */
export const topics = ["daily", "entered", "corrected", "import", "reminder", "report", "alarm"] as const
export type Topic = typeof topics[number]

const topicOfKind: Readonly<Record<Exclude<Announcement["kind"], "test"> | "report", Topic>> = {
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

/** null for a test message, which goes to the chat that the request names. */
const topicOf = (kind: Announcement["kind"]): Topic | null => kind === "test" ? null : topicOfKind[kind]

/** Whether a message is one about the end of a day. */
export const isDaily = (kind: Announcement["kind"]): boolean => topicOf(kind) === "daily"

/** The name of the chat that the top-level keys of the settings describe. */
export const mainChat = "main"

/** A chat, and what it is sent. */
export interface Recipient {
  readonly name: string
  readonly about: ReadonlyArray<Topic>
}

/** The only chat of a shop whose settings name none. */
export const onlyMain: ReadonlyArray<Recipient> = [{ name: mainChat, about: topics }]

/** The names of the chats that a message goes to. */
export const recipientsOf = (kind: Announcement["kind"], chats: ReadonlyArray<Recipient>): ReadonlyArray<string> => {
  const topic = topicOf(kind)
  return chats.filter(({ about }) => topic !== null && about.includes(topic)).map(({ name }) => name)
}
