import type { ChatLine } from "../Chat/ChatBot.ts"
import type { ChatKind } from "../Config/ChatKind.ts"
import { mainChat } from "../Domain/Topic.ts"
import { emptyLine, type LineStatus, type OutboxStatus } from "../Outbox.ts"

/** A chat with its messages. */
export interface LineReport extends LineStatus {
  readonly name: string
  /** null if messages are printed, and for a chat that the settings no longer have. */
  readonly kind: ChatKind | null
  /** Whether the settings have the chat. If not, its waiting messages are not sent. */
  readonly isSet: boolean
  /** Until when its bot accepts no messages; null if it accepts them. */
  readonly mutedUntil: number | null
}

/** Every chat of the settings in their order, followed by those for which messages still wait or have failed. */
export const lineReports = (
  { chats: stored }: OutboxStatus,
  chats: ReadonlyArray<ChatLine & { readonly mutedUntil: number | null }>
): ReadonlyArray<LineReport> => [
  ...chats.map(({ kind, mutedUntil, name }) => ({ ...stored.get(name) ?? emptyLine, name, kind, isSet: true, mutedUntil })),
  ...[...stored].filter(([name, { failed, pending }]) => chats.every((chat) => chat.name !== name) && pending + failed > 0)
    .map(([name, line]) => ({ ...line, name, kind: null, isSet: false, mutedUntil: null }))
]

/** Whether the shop has more chats than the one of the top-level keys. */
export const hasLines = (lines: ReadonlyArray<LineReport>): boolean => lines.some(({ name }) => name !== mainChat)
