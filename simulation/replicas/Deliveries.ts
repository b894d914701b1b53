import { hold, same } from "../Broken.ts"
import type { BotRequest } from "../Chat.ts"
import { type Announcement, factsOf, isSaid } from "../MessageFacts.ts"
import type { MessageRow, Observer } from "../Observer.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import { type Life, sufferedSince } from "./Life.ts"

interface Sent {
  readonly life: Life
  readonly request: BotRequest
  readonly at: number
  /** The instant by the sender's clock. */
  readonly wall: number
}

interface Message {
  readonly id: number
  readonly announcement: Announcement
  /** An outdated reminder is dropped; a sender that was paused may still send it. */
  state: MessageRow["state"] | "dropped"
  /** Whether an attempt got no reply, so that the group may have the message. */
  mayHaveArrived: boolean
  nextFormat: string
  nextAttemptAt: number
  /** Requests whose outcome is not recorded. */
  open: Array<Sent>
}

/** A request is given up after 10 s, and then stored. */
const answeredWithin = 12_000
/** How long after a fault a process may still act on outdated knowledge. */
const wakesWithin = 3_000

/** The messages of the outbox and those that reach the bot: in order, and twice only if the sender had a fault during the request. */
export const deliveries = (clock: VirtualClock, observer: Observer, shop: string) => {
  const messages = new Map<number, Message>()
  /** The messages that may still be sent. A failed one is sent only if a person asks for it. */
  const undelivered = new Set<number>()

  let resentAt = -Infinity

  const pending = () => [...undelivered].flatMap((id) => messages.get(id) ?? []).filter(({ state }) => state === "pending")

  const head = () =>
    pending().reduce<Message | undefined>((first, next) => first === undefined || next.id < first.id ? next : first, undefined)

  const counts = () => {
    const counted = { pending: 0, delivered: 0, failed: 0 }
    for (const { state } of messages.values()) if (state !== "dropped") counted[state] += 1
    return counted
  }

  const judge = (message: Message, life: Life, request: BotRequest) => {
    const what = () => `message ${message.id}, ${request.format}, by replica ${life.member + 1}`
    const isLate = sufferedSince(life, clock.real() - wakesWithin)
    const unrecorded = message.open.filter((sent) => !sufferedSince(sent.life, sent.at))
    hold(unrecorded.length === 0 || isLate, "a message is sent again only if it was in flight as its sender had a fault", what)
    if (message.open.length > 0 || isLate) return
    hold(message.state === "pending" && message.nextFormat === request.format, "what is recorded is not sent again",
      () => `${what()}, which is ${message.state}, next ${message.nextFormat}`)
    // A message that already waits for the rate limit is sent before a message that was just resent.
    hold(message.id === head()?.id || clock.real() - resentAt < wakesWithin, "messages are sent in order",
      () => `${what()}, before message ${String(head()?.id)}`)
  }

  return {
    absorb: (added: ReadonlyArray<{ readonly id: number; readonly announcement: object }>) => {
      for (const { announcement, id } of added) {
        messages.set(id, {
          id,
          announcement: announcement as Announcement,
          state: "pending",
          mayHaveArrived: false,
          nextFormat: "card",
          nextAttemptAt: 0,
          open: []
        })
        undelivered.add(id)
      }
      for (const { at, detail, format, notification_id: id, verdict } of observer.newAttempts()) {
        const message = messages.get(id)
        const all = message?.open.filter(({ request }) =>
          request.format === format && (verdict === "unknown" || request.reply.meaning === verdict)
        )
        // The sender's clock identifies the request.
        const [made] = all?.sort((a, b) => Math.abs(a.wall - at) - Math.abs(b.wall - at)) ?? []
        // A sender that died after its claim may have sent nothing. The next sender stores the outcome as unknown.
        if (made === undefined && verdict === "unknown" && detail.includes("was lost") && message !== undefined) {
          message.mayHaveArrived = true
          continue
        }
        hold(message !== undefined && made !== undefined, "each recorded attempt was made, with its answer's verdict", () =>
          `message ${id}, ${format}: ${verdict}`)
        if (message === undefined || made === undefined) continue
        message.open = message.open.filter((sent) => sent !== made)
        message.mayHaveArrived ||= verdict === "unknown"
      }
      for (const id of undelivered) {
        const message = messages.get(id)
        const row = observer.message(id)
        if (message === undefined) continue
        if (row === undefined && message.announcement.kind === "reminder") {
          message.state = "dropped"
          undelivered.delete(id)
        }
        if (row === undefined) continue
        message.state = row.state
        message.nextFormat = row.next_format
        message.nextAttemptAt = row.next_attempt_at
        if (row.state === "delivered") undelivered.delete(id)
      }
    },
    mayHaveArrived: (id: number) => messages.get(id)?.mayHaveArrived === true,
    resent: () => {
      resentAt = clock.real()
    },
    someUnsent: () => [...messages.values()].filter(({ state }) => state === "pending" || state === "failed").map(({ id }) => id),
    onRequest: (life: Life, request: BotRequest) => {
      if (request.title.startsWith("【测试】")) return
      const matches = ({ announcement }: Message) => isSaid(factsOf(announcement, shop), request)
      const message = pending().find(matches) ??
        [...messages.values()].reverse().find(matches)
      if (message === undefined) return hold(false, "only messages of the outbox are sent", () => JSON.stringify(request))
      judge(message, life, request)
      message.open.push({ life, request, at: clock.real(), wall: life.process.wall() })
    },
    /**
     * Whether a message is due although no replica is sending it. A replica that is paused or cut off sends nothing; one that is
     * stopping still waits for its reply.
     */
    isStalled: (): boolean => {
      const first = head()
      if (first === undefined || first.nextAttemptAt > clock.wall()) return false
      const isSending = (life: Life) => !life.ended && (life.troubledSince === undefined || life.isStopping)
      return !first.open.some(({ at, life }) => isSending(life) && clock.real() - at <= answeredWithin)
    },
    pending: () => pending().length,
    counts,
    checkStates: () => same("no message is lost", { pending: 0, delivered: 0, failed: 0, ...observer.states() }, counts())
  }
}

export type Deliveries = ReturnType<typeof deliveries>
