import type { Format, Meaning } from "../BotReplies.ts"
import { productOf } from "../Bots.ts"
import { formatAfter } from "../bots/Product.ts"
import { hold, same } from "../Broken.ts"
import type { BotRequest } from "../Chat.ts"
import { type Announcement, factsOf, isSaid } from "../MessageFacts.ts"
import type { MessageRow, Observer } from "../Observer.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Lines } from "./Lines.ts"
import { wait } from "./Wait.ts"

interface Message {
  readonly id: number
  readonly announcement: Announcement
  /** When it was stored, by the wall clock. */
  readonly storedAt: number
  /** The name of the message's chat. */
  chat: string
  state: "pending" | "delivered" | "failed"
  /** The format to send next. */
  due: Format
  /** Whether an attempt got no reply, so that the group may have the message. */
  mayHaveArrived: boolean
  /**
   * Whether a person resent the message while a request was in flight. The reply decides; if the process ends before the reply, the
   * message starts again as a card.
   */
  restartIfUnanswered: boolean
  /** When the message is due, by the wall clock, as stored. */
  dueAt: number
  upset: boolean
  /** How often the message was postponed since it was posted or resent. */
  waits: number
  /** The request in flight. */
  sent: BotRequest | null
  /** The real time from which the bot's Retry-After allows the next attempt. */
  notBefore: number
}

const day = 86_400_000
const longestRetryAfter = 3_600_000
/** Rule 7.7: no message fails after fewer waits, whatever the clock shows. */
const fewestWaits = 20

/** How long a due message may wait for the bot's limits: they allow one message in 4 s or more, and two chats may share them. */
const limitsDelay = 20_000

/** The detail of a request that a reload has prevented. */
const removed = "The chat is no longer in the settings"

/**
 * A model of the outbox: every message with its state. Each request to a bot is checked against it. Chats are independent: order,
 * states and waits belong to each chat, and no message waits for one of another chat.
 */
export const outbox = (clock: VirtualClock, observer: Observer, lines: Lines) => {
  const messages = new Map<number, Message>()
  const ofDate = new Map<string, Array<Message>>()
  const pending = new Map<string, Set<number>>()
  /** For how long the oldest message of each chat has been due and not sent: in total, and since it was first due. */
  const held = new Map<string, { readonly due: ReturnType<typeof wait>; readonly fresh: ReturnType<typeof wait> }>()
  const counts = { pending: 0, delivered: 0, failed: 0 }
  const expected: Array<Announcement> = []
  /** The requests of the test push that is running. */
  let test: { readonly chat: string; readonly requests: Array<BotRequest> } | undefined
  let resentAt = -Infinity
  let hastenedUntil = -Infinity

  const waitingFor = (chat: string): Set<number> => {
    const known = pending.get(chat) ?? new Set()
    pending.set(chat, known)
    return known
  }

  /** Messages of imports come after all others. */
  const isImport = (message: Message | undefined) => ["imported", "digest"].includes(String(message?.announcement.kind))

  const head = (chat: string): Message | undefined => {
    let next: Message | undefined
    for (const id of waitingFor(chat)) {
      const message = messages.get(id)
      const isBefore = isImport(message) === isImport(next) ? id < (next?.id ?? Infinity) : isImport(next)
      if (message !== undefined && (next === undefined || isBefore)) next = message
    }
    return next
  }

  const allPending = (): ReadonlyArray<Message> => [...pending.values()].flatMap((ids) => [...ids].flatMap((id) => messages.get(id) ?? []))

  const move = (message: Message, state: Message["state"]) => {
    counts[message.state] -= 1
    counts[state] += 1
    message.state = state
    if (state === "pending") waitingFor(message.chat).add(message.id)
    else waitingFor(message.chat).delete(message.id)
  }

  const restart = (message: Message) => {
    message.due = "card"
    message.upset = false
    message.waits = 0
    message.restartIfUnanswered = false
  }

  /** The state after a reply, by rules 7.6 and 7.7. `again` means a retry, or the end after 24 hours and 20 waits. */
  const follow = (message: Message, meaning: Meaning): { readonly state: Message["state"] | "again"; readonly due: Format } => {
    const due = message.sent?.format ?? message.due
    const next = formatAfter(productOf(lines.botOf(message.chat)), due)
    switch (meaning) {
      case "delivered":
        return { state: "delivered", due }
      case "permanent":
        return { state: "failed", due }
      case "transient":
      case "unknown":
        return { state: "again", due }
      case "format":
      case "upset": {
        message.upset ||= meaning === "upset"
        if (next !== undefined) return { state: "pending", due: next }
        const { upset } = message
        message.upset = false
        return upset ? { state: "again", due: "card" } : { state: "failed", due }
      }
    }
  }

  const absorbAttempt = ({ detail, format, notification_id, verdict }: ReturnType<Observer["newAttempts"]>[number]) => {
    const message = messages.get(notification_id)
    const sent = message?.sent
    const isRemoved = message !== undefined && detail.startsWith(removed) && !lines.isSet(message.chat)
    if (message === undefined || (sent === null || sent === undefined) && !isRemoved) {
      return hold(false, "each recorded attempt was made", () => `message ${notification_id}, ${format}`)
    }
    // A process that stops stores its attempt in flight as unknown.
    const gaveUp = verdict === "unknown" && detail.includes("stopped")
    const meaning = isRemoved ? "transient" : gaveUp ? "unknown" : sent?.reply.meaning ?? "unknown"
    same("an answer gets the verdict of rule 7.5", [format, verdict], [sent?.format ?? message.due, meaning])
    const { due, state } = follow(message, meaning)
    const row = observer.message(notification_id)
    const since = clock.wall() - (row?.first_attempt_at ?? 0)
    const expectedState = state === "again" ? (since >= day && message.waits >= fewestWaits ? "failed" : "pending") : state
    if (state === "again") message.waits += 1
    same("a message has the state that its answers call for", [row?.state, row?.next_format], [expectedState, due])
    hold(row?.state !== "failed" || (row.failure ?? "") !== "", "a failed message has a reason", () => String(notification_id))
    hold(row?.state !== "pending" || row.next_attempt_at <= clock.wall() + longestRetryAfter, "a message is postponed by an hour at most",
      () => String(notification_id))
    message.mayHaveArrived ||= verdict === "unknown"
    message.sent = null
    message.due = due
    message.dueAt = row?.next_attempt_at ?? 0
    message.restartIfUnanswered = false
    message.notBefore = clock.real() + Math.min(longestRetryAfter, (sent?.reply.retryAfter ?? 0) * 1000)
    move(message, expectedState)
  }

  const add = ({ announcement, chat, id, storedAt }: Pick<Message, "announcement" | "chat" | "id" | "storedAt">) => {
    const message: Message = {
      id,
      announcement,
      storedAt,
      chat,
      state: "pending",
      due: "card",
      mayHaveArrived: false,
      restartIfUnanswered: false,
      dueAt: 0,
      upset: false,
      waits: 0,
      sent: null,
      notBefore: 0
    }
    messages.set(id, message)
    waitingFor(chat).add(id)
    counts.pending += 1
    if (announcement.date !== undefined) ofDate.set(announcement.date, [...ofDate.get(announcement.date) ?? [], message])
  }

  /** The message of a chat that a request carries; undefined if it carries none that may be sent now. */
  const carriedFor = (chat: string, matches: (message: Message) => boolean): Message | undefined => {
    const first = head(chat)
    if (first === undefined || matches(first)) return first
    // A resent message may be sent before a message that already waits for the rate limit. A request that has left when a message is
    // stored, in the same millisecond, arrives after it.
    return clock.awake() - resentAt < 5_000 || first.storedAt === clock.wall()
      ? [...waitingFor(chat)].map((id) => messages.get(id)).find((other) => other !== undefined && matches(other))
      : first
  }

  const heldUp = (chat: string) => {
    const known = held.get(chat) ?? { due: wait(clock), fresh: wait(clock) }
    held.set(chat, known)
    return known
  }

  return {
    counts,
    expect: (announcements: ReadonlyArray<Announcement>) => {
      expected.push(...announcements)
    },
    /** Adds a new message. Messages without a record, such as a repeat, are checked elsewhere. */
    posted: (announcement: Announcement, rows: ReadonlyArray<Pick<MessageRow, "chat" | "created_at" | "id">>, isCalledFor: boolean) => {
      if (isCalledFor) {
        const wanted = expected.shift()
        same("every change has its message, in order", sorted(announcement), sorted(wanted))
      }
      rows.forEach(({ chat, created_at: storedAt, id }) => add({ announcement, chat, id, storedAt }))
    },
    absorbAttempts: () => {
      same("every change has its message", expected, [])
      observer.newAttempts().forEach(absorbAttempt)
    },
    /** The reminder of a day that was sent, waits, has failed, or was dropped and may have arrived; undefined if there is none. */
    reminderOf: (date: string) => (ofDate.get(date) ?? []).find(({ announcement }) => announcement.kind === "reminder"),
    /** Finds messages that were removed from the database. Only waiting reminders may be dropped. */
    absorbDrops: (isOutdated: (announcement: Announcement) => boolean) => {
      for (const message of allPending()) {
        const { id } = message
        if (message.announcement.kind !== "reminder" || observer.hasMessage(id)) continue
        hold(isOutdated(message.announcement), "a reminder is dropped only once it is outdated", () => String(message.announcement.date))
        const { date = "" } = message.announcement
        // The record of its last attempt may have been removed with the message.
        const unanswered = message.sent?.reply.meaning === "unknown"
        if (!message.mayHaveArrived && !unanswered) ofDate.set(date, (ofDate.get(date) ?? []).filter((other) => other !== message))
        messages.delete(id)
        waitingFor(message.chat).delete(id)
        counts.pending -= 1
      }
    },
    /** Handles a request that arrives at the bot. Returns what it announces; undefined for a test. */
    onRequest: (bot: string, request: BotRequest, shop: string): Announcement | undefined => {
      const chats = lines.behind(bot)
      hold(chats.length > 0, "nothing is sent to a chat that the settings no longer have", () => `${bot}: ${JSON.stringify(request)}`)
      if (request.title.startsWith("【测试】")) {
        hold(test !== undefined && chats.includes(test.chat), "a test message is sent on request only, to the chat that it was asked for",
          () => bot)
        test?.requests.push(request)
        return undefined
      }
      const matches = ({ announcement }: Message) => isSaid(factsOf(announcement, shop), request)
      const found = chats.flatMap((chat) => carriedFor(chat, matches) ?? [])
      const message = found.find(matches) ?? found[0]
      if (message === undefined) {
        hold(false, "nothing is sent twice", () => JSON.stringify(request))
        return undefined
      }
      hold(matches(message), "messages are sent in order, with their own facts",
        () => `${JSON.stringify(request)}, due ${JSON.stringify(factsOf(message.announcement, shop))}`)
      hold(message.sent === null, "a message has one request in flight", () => String(message.id))
      hold(message.due === request.format, "the format is the one that is due",
        () => `message ${message.id}: ${request.format}, due ${message.due}`)
      hold(clock.real() >= message.notBefore || clock.awake() <= hastenedUntil, "Retry-After is honoured",
        () => `message ${message.id}, ${message.notBefore - clock.real()} ms early`)
      message.sent = request
      return message.announcement
    },
    /** How far the message with this amount of the day has come in a chat. */
    announcedState: (date: string, cents: number, chat: string): "waiting" | "arrived" | "none" => {
      const about = (ofDate.get(date) ?? []).filter((message) => message.chat === chat)
      if (about.some(({ announcement, state }) => state === "pending" && announcement.cents === cents)) return "waiting"
      return about.findLast(({ state }) => state === "delivered")?.announcement.cents === cents ? "arrived" : "none"
    },
    /** Until this time awake, waiting messages may be due at once, as after a run of the daily job or a change of the clock. */
    hasten: (until: number) => {
      hastenedUntil = until
      for (const message of allPending()) message.notBefore = 0
    },
    /** @param chat the message's chat from now on */
    resent: (id: number, chat: string) => {
      const message = messages.get(id)
      if (message === undefined || message.state === "delivered") return false
      waitingFor(message.chat).delete(id)
      message.chat = chat
      message.dueAt = 0
      if (message.sent === null) restart(message)
      else message.restartIfUnanswered = true
      message.notBefore = 0
      resentAt = clock.awake()
      move(message, "pending")
      return true
    },
    messages,
    /** Chats that the settings do not have although messages for them wait or have failed. */
    removedChats: (): ReadonlyArray<string> => {
      const unsent = [...messages.values()].filter(({ chat, state }) => state !== "delivered" && !lines.isSet(chat))
      return [...new Set(unsent.map(({ chat }) => chat))].sort()
    },
    beginTest: (chat: string) => {
      test = { chat, requests: [] }
    },
    /** The requests of the test push since `beginTest`. */
    endTest: (): ReadonlyArray<BotRequest> => {
      const sent = test?.requests ?? []
      test = undefined
      return sent
    },
    ended: () => {
      test = undefined
      for (const message of allPending()) {
        message.sent = null
        if (message.restartIfUnanswered) restart(message)
      }
    },
    /**
     * Checks that each chat is sent its due messages, whatever happens in the other chats.
     * @param patience how long the service may take to notice that a message is due again
     */
    judgeTime: (patience: number) => {
      for (const { bot, name } of lines.all()) {
        const first = head(name)
        const isDue = first !== undefined && first.sent === null && first.dueAt <= clock.wall()
        const { due, fresh } = heldUp(name)
        due.notice(isDue)
        fresh.notice(isDue && first.dueAt === 0)
        hold(!fresh.exceeds(limitsDelay) && !due.exceeds(patience + limitsDelay), "a chat is sent what is due, whatever the others do",
          () => `${name} by ${bot}, message ${String(first?.id)}`)
      }
    },
    /** The machine slept, the clock was changed, or the process has read other settings. */
    disturbed: () => held.clear(),
    checkCounts: () => same("no message is lost", { pending: 0, delivered: 0, failed: 0, ...observer.states() }, counts)
  }
}

const sorted = (value: object | undefined): unknown =>
  value === undefined ? undefined : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
export type Outbox = ReturnType<typeof outbox>
