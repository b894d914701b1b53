import type { Format, Meaning } from "../BotReplies.ts"
import { hold, same } from "../Broken.ts"
import type { BotRequest } from "../Chat.ts"
import { type Announcement, factsOf, isSaid } from "../MessageFacts.ts"
import type { Observer } from "../Observer.ts"
import type { VirtualClock } from "../VirtualClock.ts"

interface Message {
  readonly id: number
  readonly announcement: Announcement
  state: "pending" | "delivered" | "failed"
  /** The format to be sent next. */
  due: Format
  /** An attempt got no reply, so the group may have it. */
  mayHaveArrived: boolean
  /** It was resent while a request was in flight. The reply decides; if the process ends before, the message starts again as a card. */
  restartIfUnanswered: boolean
  upset: boolean
  /** How often it was postponed since it was posted or resent. */
  waits: number
  /** The request in flight. */
  sent: BotRequest | null
  /** The bot's Retry-After allows the next attempt from this real time on. */
  notBefore: number
}

const after: Readonly<Record<Format, Format | undefined>> = { card: "post", post: "text", text: undefined }
const day = 86_400_000
const longestRetryAfter = 3_600_000
/** Rule 7.7: no message fails after fewer waits, whatever a clock shows. */
const fewestWaits = 20

/** A model of the outbox: every message with its state. Each request to the bot is checked against it. */
export const outbox = (clock: VirtualClock, observer: Observer) => {
  const messages = new Map<number, Message>()
  const ofDate = new Map<string, Array<Message>>()
  const pending = new Set<number>()
  const counts = { pending: 0, delivered: 0, failed: 0 }
  const expected: Array<Announcement> = []
  /** The requests of the test push that is running. */
  let testRequests: Array<BotRequest> | undefined
  let resentAt = -Infinity
  let hastenedUntil = -Infinity

  const head = (): Message | undefined => {
    let least = Infinity
    for (const id of pending) least = Math.min(least, id)
    return messages.get(least)
  }

  const move = (message: Message, state: Message["state"]) => {
    counts[message.state] -= 1
    counts[state] += 1
    message.state = state
    if (state === "pending") pending.add(message.id)
    else pending.delete(message.id)
  }

  const restart = (message: Message) => {
    message.due = "card"
    message.upset = false
    message.waits = 0
    message.restartIfUnanswered = false
  }

  /** The state after a reply, by rules 7.6 and 7.7. `again` means a retry, or the end once 24 hours and 20 waits have passed. */
  const follow = (message: Message, meaning: Meaning): { readonly state: Message["state"] | "again"; readonly due: Format } => {
    const due = message.sent?.format ?? "card"
    const next = after[due]
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
    if (message === undefined || sent === null || sent === undefined) {
      return hold(false, "each recorded attempt was made", () => `message ${notification_id}, ${format}`)
    }
    // A process that stops records its attempt in flight as unknown.
    const gaveUp = verdict === "unknown" && detail.includes("stopped")
    same("an answer gets the verdict of rule 7.5", [format, verdict], [sent.format, gaveUp ? "unknown" : sent.reply.meaning])
    const { due, state } = follow(message, gaveUp ? "unknown" : sent.reply.meaning)
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
    message.restartIfUnanswered = false
    message.notBefore = clock.real() + Math.min(longestRetryAfter, (sent.reply.retryAfter ?? 0) * 1000)
    move(message, expectedState)
  }

  return {
    counts,
    expect: (announcements: ReadonlyArray<Announcement>) => {
      expected.push(...announcements)
    },
    /** A new message. Messages that belong to no record, such as a repeat, are checked elsewhere. */
    posted: ({ announcement, id }: { readonly announcement: Announcement; readonly id: number }, isCalledFor: boolean) => {
      if (isCalledFor) {
        const wanted = expected.shift()
        same("every change has its message, in order", sorted(announcement), sorted(wanted))
      }
      const message: Message = {
        id,
        announcement,
        state: "pending",
        due: "card",
        mayHaveArrived: false,
        restartIfUnanswered: false,
        upset: false,
        waits: 0,
        sent: null,
        notBefore: 0
      }
      messages.set(id, message)
      pending.add(id)
      counts.pending += 1
      if (announcement.date !== undefined) ofDate.set(announcement.date, [...ofDate.get(announcement.date) ?? [], message])
    },
    absorbAttempts: () => {
      same("every change has its message", expected, [])
      observer.newAttempts().forEach(absorbAttempt)
    },
    /** The reminder of a day, if it was sent, waits or has failed, or if it was dropped and may have arrived. */
    reminderOf: (date: string) => (ofDate.get(date) ?? []).find(({ announcement }) => announcement.kind === "reminder"),
    /** Finds the messages that were removed from the database: only waiting reminders may be dropped. */
    absorbDrops: (isOutdated: (announcement: Announcement) => boolean) => {
      for (const id of pending) {
        const message = messages.get(id)
        if (message?.announcement.kind !== "reminder" || observer.hasMessage(id)) continue
        hold(isOutdated(message.announcement), "a reminder is dropped only once it is outdated", () => String(message.announcement.date))
        const { date = "" } = message.announcement
        // The record of its last attempt may have been removed with it.
        const unanswered = message.sent?.reply.meaning === "unknown"
        if (!message.mayHaveArrived && !unanswered) ofDate.set(date, (ofDate.get(date) ?? []).filter((other) => other !== message))
        messages.delete(id)
        pending.delete(id)
        counts.pending -= 1
      }
    },
    /** A request arrives at the bot. Returns what it announces; undefined for a test. */
    onRequest: (request: BotRequest, shop: string): Announcement | undefined => {
      if (request.title.startsWith("【测试】")) {
        hold(testRequests !== undefined, "a test message is sent on request only", () => "one was sent without a request")
        testRequests?.push(request)
        return undefined
      }
      const matches = ({ announcement }: Message) => isSaid(factsOf(announcement, shop), request)
      const first = head()
      // A resent message may be sent before one that already waits for the rate limit.
      const message = first !== undefined && !matches(first) && clock.awake() - resentAt < 5_000
        ? [...pending].map((id) => messages.get(id)).find((other) => other !== undefined && matches(other))
        : first
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
    /** Whether the chat has this amount of the day. */
    announcedState: (date: string, cents: number): "waiting" | "arrived" | "none" => {
      const about = ofDate.get(date) ?? []
      if (about.some(({ announcement, state }) => state === "pending" && announcement.cents === cents)) return "waiting"
      return about.findLast(({ state }) => state === "delivered")?.announcement.cents === cents ? "arrived" : "none"
    },
    /** Until then (time awake), waiting messages may be due at once, as after a run of the daily job or a change of the clock. */
    hasten: (until: number) => {
      hastenedUntil = until
      for (const id of pending) {
        const message = messages.get(id)
        if (message !== undefined) message.notBefore = 0
      }
    },
    resent: (id: number) => {
      const message = messages.get(id)
      if (message === undefined || message.state === "delivered") return false
      if (message.sent === null) restart(message)
      else message.restartIfUnanswered = true
      message.notBefore = 0
      resentAt = clock.awake()
      move(message, "pending")
      return true
    },
    messages,
    beginTest: () => {
      testRequests = []
    },
    /** The requests of the test push since `beginTest`. */
    endTest: (): ReadonlyArray<BotRequest> => {
      const sent = testRequests ?? []
      testRequests = undefined
      return sent
    },
    ended: () => {
      testRequests = undefined
      for (const id of pending) {
        const message = messages.get(id)
        if (message === undefined) continue
        message.sent = null
        if (message.restartIfUnanswered) restart(message)
      }
    },
    checkCounts: () => same("no message is lost", { pending: 0, delivered: 0, failed: 0, ...observer.states() }, counts)
  }
}

const sorted = (value: object | undefined): unknown =>
  value === undefined ? undefined : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
export type Outbox = ReturnType<typeof outbox>
