import { plusDays, weekdayOf } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import type { BotRequest, Format, Meaning } from "./Chat.ts"
import type { Observer } from "./Observer.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** What a message announces, as the service stores it. */
export interface Announcement {
  readonly kind: string
  readonly date?: string
  readonly cents?: number
  readonly source?: string | null
  readonly before?: number | null
  readonly reason?: string
  readonly actor?: string
  readonly days?: number
  readonly first?: string
  readonly last?: string
  readonly totalCents?: number
}

interface Letter {
  readonly id: number
  readonly announcement: Announcement
  state: "pending" | "delivered" | "failed"
  /** The format to be sent next. */
  due: Format
  /** Resent while a request was in flight: the answer decides, or a restart from the card if the process ends first. */
  restartIfUnanswered: boolean
  upset: boolean
  /** The request in flight. */
  sent: BotRequest | null
  /** The earliest real time of the next attempt, by the bot's Retry-After. */
  notBefore: number
}

const labels = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"]
const kindLabels: Readonly<Record<string, string>> = {
  daily: "日结",
  finalized: "定版",
  entered: "录入",
  corrected: "更正",
  confirmed: "确认",
  withdrawn: "撤回",
  closed: "店休",
  imported: "导入",
  digest: "导入",
  repeat: "补推"
}
const sources: Readonly<Record<string, string>> = { generated: "系统估算，未清点", manual: "人工录入", import: "导入" }
const after: Readonly<Record<Format, Format | undefined>> = { card: "post", post: "text", text: undefined }
const day = 86_400_000
const longestRetryAfter = 3_600_000

const yuan = (cents: number): string => `¥${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const labelled = (date: string) => `${date} ${labels[weekdayOf(date)] ?? ""}`

/** The facts that a message must contain, by their labels. */
const factsOf = (announcement: Announcement, shop: string): ReadonlyArray<readonly [string, string]> => {
  const { actor = "", before = null, cents = 0, date = "", kind, reason = "", source } = announcement
  const common = [["门店", shop], ["类型", kindLabels[kind] ?? ""]] as const
  if (kind === "digest") {
    return [...common, ["天数", `${announcement.days ?? 0} 天`], ["合计", yuan(announcement.totalCents ?? 0)], ["操作人", actor], [
      "日期",
      `${labelled(announcement.first ?? "")} 至 ${labelled(announcement.last ?? "")}`
    ]]
  }
  if (kind === "closed") return [...common, ["日期", labelled(date)], ...(reason === "" ? [] : [["备注", reason]] as const)]
  if (kind === "withdrawn") {
    return [...common, ["日期", labelled(date)], ["原金额", before === null ? "无记录" : yuan(before)], ["原因", reason], ["操作人", actor]]
  }
  return [
    ...common,
    ["日期", labelled(date)],
    ["来源", sources[source ?? ""] ?? "无记录"],
    [kind === "corrected" ? "新金额" : "营业额", yuan(cents)],
    ...(kind === "corrected"
      ? [["原金额", before === null ? "无记录" : yuan(before)], ["原因", reason === "" ? "未填写" : reason], ["操作人", actor]] as const
      : kind === "entered" || kind === "confirmed"
      ? [["操作人", actor]] as const
      : [])
  ]
}

/** Every message of the shop with its state; checks each request to the bot against it. */
export const mailbag = (clock: VirtualClock, observer: Observer) => {
  const letters = new Map<number, Letter>()
  const ofDate = new Map<string, Array<Letter>>()
  const pending = new Set<number>()
  const counts = { pending: 0, delivered: 0, failed: 0 }
  const expected: Array<Announcement> = []
  /** The requests of the test push that is running. */
  let testRequests: Array<BotRequest> | undefined
  let resentAt = -Infinity
  let hastenedUntil = -Infinity

  const head = (): Letter | undefined => {
    let least = Infinity
    for (const id of pending) least = Math.min(least, id)
    return letters.get(least)
  }

  const move = (letter: Letter, state: Letter["state"]) => {
    counts[letter.state] -= 1
    counts[state] += 1
    letter.state = state
    if (state === "pending") pending.add(letter.id)
    else pending.delete(letter.id)
  }

  const restart = (letter: Letter) => {
    letter.due = "card"
    letter.upset = false
    letter.restartIfUnanswered = false
  }

  /** The state after an answer, by rules 7.6 and 7.7. `again` means a retry, or the end once 24 hours have passed. */
  const follow = (letter: Letter, meaning: Meaning): { readonly state: Letter["state"] | "again"; readonly due: Format } => {
    const due = letter.sent?.format ?? "card"
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
        letter.upset ||= meaning === "upset"
        if (next !== undefined) return { state: "pending", due: next }
        const { upset } = letter
        letter.upset = false
        return upset ? { state: "again", due: "card" } : { state: "failed", due }
      }
    }
  }

  const absorbAttempt = ({ detail, format, notification_id, verdict }: ReturnType<Observer["newAttempts"]>[number]) => {
    const letter = letters.get(notification_id)
    const sent = letter?.sent
    if (letter === undefined || sent === null || sent === undefined) {
      return hold(false, "each recorded attempt was made", () => `message ${notification_id}, ${format}`)
    }
    // A process that stops records its attempt in flight as unknown.
    const gaveUp = verdict === "unknown" && detail.includes("stopped")
    same("an answer gets the verdict of rule 7.5", [format, verdict], [sent.format, gaveUp ? "unknown" : sent.reply.meaning])
    const { due, state } = follow(letter, gaveUp ? "unknown" : sent.reply.meaning)
    const row = observer.message(notification_id)
    const since = clock.wall() - (row?.first_attempt_at ?? 0)
    const expectedState = state === "again" ? (since >= day ? "failed" : "pending") : state
    same("a message has the state that its answers call for", [row?.state, row?.next_format], [expectedState, due])
    hold(row?.state !== "failed" || (row.failure ?? "") !== "", "a failed message has a reason", () => String(notification_id))
    hold(row?.state !== "pending" || row.next_attempt_at <= clock.wall() + longestRetryAfter, "a message is postponed by an hour at most",
      () => String(notification_id))
    letter.sent = null
    letter.due = due
    letter.restartIfUnanswered = false
    letter.notBefore = clock.real() + Math.min(longestRetryAfter, (sent.reply.retryAfter ?? 0) * 1000)
    move(letter, expectedState)
  }

  return {
    counts,
    expect: (announcements: ReadonlyArray<Announcement>) => {
      expected.push(...announcements)
    },
    /** A new message; the settlement's own about a day, which no record calls for, are judged elsewhere. */
    posted: ({ announcement: stored, id }: ReturnType<Observer["newMessages"]>[number], isCalledFor: boolean) => {
      const announcement = stored as unknown as Announcement
      if (isCalledFor) {
        const wanted = expected.shift()
        same("every change has its message, in its order", sorted(announcement), sorted(wanted))
      }
      const letter: Letter = {
        id,
        announcement,
        state: "pending",
        due: "card",
        restartIfUnanswered: false,
        upset: false,
        sent: null,
        notBefore: 0
      }
      letters.set(id, letter)
      pending.add(id)
      counts.pending += 1
      if (announcement.date !== undefined) ofDate.set(announcement.date, [...ofDate.get(announcement.date) ?? [], letter])
    },
    absorbAttempts: () => {
      same("every change has its message", expected, [])
      observer.newAttempts().forEach(absorbAttempt)
    },
    /** A request arrives at the bot. */
    onRequest: (request: BotRequest, shop: string) => {
      if (request.facts.get("类型") === "测试") {
        hold(testRequests !== undefined, "a test message is sent on request only", () => "one was sent without a request")
        testRequests?.push(request)
        return
      }
      const matches = (letter: Letter) => factsOf(letter.announcement, shop).every(([label, value]) => request.facts.get(label) === value)
      const first = head()
      // A resent message may overtake one that already waits for the rate limit.
      const letter = first !== undefined && !matches(first) && clock.awake() - resentAt < 5_000
        ? [...pending].map((id) => letters.get(id)).find((other) => other !== undefined && matches(other))
        : first
      if (letter === undefined) return hold(false, "nothing is sent twice", () => JSON.stringify([...request.facts]))
      same("messages go out in their order, with their own facts",
        factsOf(letter.announcement, shop).map(([label]) => [label, request.facts.get(label)]), factsOf(letter.announcement, shop))
      hold(letter.sent === null, "a message has one request in flight", () => String(letter.id))
      hold(letter.due === request.format, "the format is the one that is due",
        () => `message ${letter.id}: ${request.format}, due ${letter.due}`)
      hold(clock.real() >= letter.notBefore || clock.awake() <= hastenedUntil, "Retry-After is honoured",
        () => `message ${letter.id}, ${letter.notBefore - clock.real()} ms early`)
      letter.sent = request
    },
    /** Whether the chat has this amount of the day. */
    announcedState: (date: string, cents: number): "waiting" | "arrived" | "none" => {
      const about = ofDate.get(date) ?? []
      if (about.some(({ announcement, state }) => state === "pending" && announcement.cents === cents)) return "waiting"
      return about.findLast(({ state }) => state === "delivered")?.announcement.cents === cents ? "arrived" : "none"
    },
    /** Allows waiting messages to be due at once until then (time awake), as after a run of the daily job or a clock change. */
    hasten: (until: number) => {
      hastenedUntil = until
      for (const id of pending) {
        const letter = letters.get(id)
        if (letter !== undefined) letter.notBefore = 0
      }
    },
    resent: (id: number) => {
      const letter = letters.get(id)
      if (letter === undefined || letter.state === "delivered") return false
      if (letter.sent === null) restart(letter)
      else letter.restartIfUnanswered = true
      letter.notBefore = 0
      resentAt = clock.awake()
      move(letter, "pending")
      return true
    },
    letters,
    beginTest: () => {
      testRequests = []
    },
    /** The test requests since `beginTest`. */
    endTest: (): ReadonlyArray<BotRequest> => {
      const sent = testRequests ?? []
      testRequests = undefined
      return sent
    },
    ended: () => {
      testRequests = undefined
      for (const id of pending) {
        const letter = letters.get(id)
        if (letter === undefined) continue
        letter.sent = null
        if (letter.restartIfUnanswered) restart(letter)
      }
    },
    checkCounts: () => same("no message is lost", { pending: 0, delivered: 0, failed: 0, ...observer.states() }, counts)
  }
}

const sorted = (value: object | undefined): unknown =>
  value === undefined ? undefined : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

export const yesterdayOf = (date: string) => plusDays(date, -1)
