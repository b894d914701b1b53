import { plusDays, weekdayOf } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import type { Delivery, Format, Meaning } from "./Chat.ts"
import type { Observer } from "./Observer.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** What a message is about. */
export interface Told {
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
  readonly told: Told
  state: "pending" | "delivered" | "failed"
  /** The form that is due. */
  due: Format
  /** Asked for anew while it was under way: it goes on as it was, unless the process ends before the answer. */
  anew: boolean
  upset: boolean
  /** The request that is under way. */
  sent: Delivery | null
  /** Not before this real time; what a bot asked for. */
  notBefore: number
}

const labels = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"]
const kindLabels: Readonly<Record<string, string>> = {
  daily: "日结", finalized: "定版", corrected: "更正", imported: "导入", digest: "导入", repeat: "补推"
}
const sources: Readonly<Record<string, string>> = { generated: "系统生成（非实际清点）", manual: "人工录入", import: "导入" }
const after: Readonly<Record<Format, Format | undefined>> = { card: "post", post: "text", text: undefined }
const day = 86_400_000
const longestRetryAfter = 3_600_000

const yuan = (cents: number): string => `¥${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const labelled = (date: string) => `${date} ${labels[weekdayOf(date)] ?? ""}`

/** What a reader must find in a message, by its label. */
const factsOf = (told: Told, shop: string): ReadonlyArray<readonly [string, string]> => {
  const { actor = "", before = null, cents = 0, date = "", kind, reason = "", source } = told
  const common = [["门店", shop], ["类型", kindLabels[kind] ?? ""]] as const
  if (kind === "digest") {
    return [...common, ["天数", `${told.days ?? 0} 天`], ["合计", yuan(told.totalCents ?? 0)], ["操作人", actor],
      ["日期", `${labelled(told.first ?? "")} 至 ${labelled(told.last ?? "")}`]]
  }
  return [
    ...common,
    ["日期", labelled(date)],
    ["来源", sources[source ?? ""] ?? "无记录"],
    [kind === "corrected" ? "新金额" : "营业额", yuan(cents)],
    ...(kind === "corrected"
      ? [["原金额", before === null ? "无记录" : yuan(before)], ["原因", reason === "" ? "未填写" : reason], ["操作人", actor]] as const
      : [])
  ]
}

/** Every message of the shop, where it stands, and whether what is sent of it may be sent. */
export const mailbag = (clock: VirtualClock, observer: Observer) => {
  const letters = new Map<number, Letter>()
  const ofDate = new Map<string, Array<Letter>>()
  const pending = new Set<number>()
  const counts = { pending: 0, delivered: 0, failed: 0 }
  const expected: Array<Told> = []
  let testing: Array<{ readonly delivery: Delivery }> | undefined
  let anewAt = -Infinity
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

  const startAnew = (letter: Letter) => {
    letter.due = "card"
    letter.upset = false
    letter.anew = false
  }

  /** Rules 7.6 and 7.7: what follows from an answer. `again` may also be the end, after 24 hours. */
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
      return hold(false, "an attempt is one that was made", () => `message ${notification_id}, ${format}`)
    }
    // A process that stops gives up the attempt in flight.
    const gaveUp = verdict === "unknown" && detail.includes("stopped")
    same("an answer is taken as rules 7.6 and 7.7 say", [format, verdict], [sent.format, gaveUp ? "unknown" : sent.reply.meaning])
    const { due, state } = follow(letter, gaveUp ? "unknown" : sent.reply.meaning)
    const row = observer.message(notification_id)
    const since = clock.wall() - (row?.first_attempt_at ?? 0)
    const expectedState = state === "again" ? (since >= day ? "failed" : "pending") : state
    same("a message is where its answers have brought it", [row?.state, row?.next_format], [expectedState, due])
    hold(row?.state !== "failed" || (row.failure ?? "") !== "", "a failed message says why", () => String(notification_id))
    hold(row?.state !== "pending" || row.next_attempt_at <= clock.wall() + longestRetryAfter, "a message is put off an hour at most", () => String(notification_id))
    letter.sent = null
    letter.due = due
    letter.anew = false
    letter.notBefore = clock.real() + Math.min(longestRetryAfter, (sent.reply.retryAfter ?? 0) * 1000)
    move(letter, expectedState)
  }

  return {
    counts,
    expect: (told: ReadonlyArray<Told>) => {
      expected.push(...told)
    },
    posted: ({ announcement, id }: ReturnType<Observer["newMessages"]>[number]) => {
      const told = announcement as unknown as Told
      if (told.kind !== "repeat") {
        const wanted = expected.shift()
        same("every change has its message, in its order", sorted(told), sorted(wanted))
      }
      const letter: Letter = { id, told, state: "pending", due: "card", anew: false, upset: false, sent: null, notBefore: 0 }
      letters.set(id, letter)
      pending.add(id)
      counts.pending += 1
      if (told.date !== undefined) ofDate.set(told.date, [...ofDate.get(told.date) ?? [], letter])
    },
    absorbAttempts: () => {
      same("every change has its message", expected, [])
      observer.newAttempts().forEach(absorbAttempt)
    },
    /** Something goes out to the bot. */
    onRequest: (delivery: Delivery, shop: string) => {
      if (delivery.facts.get("类型") === "测试") {
        hold(testing !== undefined, "a test message is asked for", () => "one was sent that nobody asked for")
        testing?.push({ delivery })
        return
      }
      const says = (letter: Letter) => factsOf(letter.told, shop).every(([label, value]) => delivery.facts.get(label) === value)
      const first = head()
      // What was asked for anew may overtake the one that was already waiting for its place within the limits.
      const letter = first !== undefined && !says(first) && clock.awake() - anewAt < 5_000
        ? [...pending].map((id) => letters.get(id)).find((other) => other !== undefined && says(other))
        : first
      if (letter === undefined) return hold(false, "nothing is sent twice", () => JSON.stringify([...delivery.facts]))
      same("messages go out in their order, each as it is", factsOf(letter.told, shop).map(([label]) => [label, delivery.facts.get(label)]), factsOf(letter.told, shop))
      hold(letter.sent === null, "a message is under way once", () => String(letter.id))
      hold(letter.due === delivery.format, "the form is the one that is due", () =>
        `message ${letter.id}: ${delivery.format}, due ${letter.due}`)
      hold(clock.real() >= letter.notBefore || clock.awake() <= hastenedUntil, "Retry-After is honoured", () => `message ${letter.id}, ${letter.notBefore - clock.real()} ms early`)
      letter.sent = delivery
    },
    /** Whether the chat knows an amount of a day. */
    deliveryOf: (date: string, cents: number): "waiting" | "arrived" | "none" => {
      const about = ofDate.get(date) ?? []
      if (about.some(({ state, told }) => state === "pending" && told.cents === cents)) return "waiting"
      return about.findLast(({ state }) => state === "delivered")?.told.cents === cents ? "arrived" : "none"
    },
    /** The daily job may make waiting messages due at once until then (time awake); or the wall clock was moved. */
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
      if (letter.sent === null) startAnew(letter)
      else letter.anew = true
      letter.notBefore = 0
      anewAt = clock.awake()
      move(letter, "pending")
      return true
    },
    letters,
    /** Test messages sent while `work` ran. */
    beginTest: () => {
      testing = []
    },
    endTest: (): ReadonlyArray<Delivery> => {
      const sent = (testing ?? []).map(({ delivery }) => delivery)
      testing = undefined
      return sent
    },
    ended: () => {
      testing = undefined
      for (const id of pending) {
        const letter = letters.get(id)
        if (letter === undefined) continue
        letter.sent = null
        if (letter.anew) startAnew(letter)
      }
    },
    checkCounts: () => same("no message is lost", { pending: 0, delivered: 0, failed: 0, ...observer.states() }, counts)
  }
}

const sorted = (value: object | undefined): unknown =>
  value === undefined ? undefined : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

export const yesterdayOf = (date: string) => plusDays(date, -1)
