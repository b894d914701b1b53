import { hold } from "../Broken.ts"
import type { Environment } from "./Environment.ts"
import { aftermath, recovery } from "./Life.ts"
import type { Lives } from "./Lives.ts"
import type { Records } from "./Records.ts"

const second = 1_000
const minute = 60 * second
/** A takeover takes 5 s at most. A poll of the outbox, and the pause of a process before it begins to send, follow. */
const takenOverWithin = 7 * second
/** A replica that starts or reloads less than this before the cutoff may run the daily job after the cutoff. */
const followsWithin = 10 * second

/** What all replicas together owe: each due run happens once, each day is settled in time, and one of them sends. */
export const owedBy = ({ calendar, clock }: Environment, { book, outbox }: Records, lives: Lives) => {
  let reloads: Array<number> = []
  let stalledSince: number | undefined

  const sinceCutoff = () => clock.wall() - book.cutoffOf(book.today())

  const isSettled = () => {
    const date = book.today()
    return sinceCutoff() >= 0 && (book.settledAt(date) !== undefined || book.isClosed(date) || book.days.has(date))
  }

  /** How many times the daily job may announce today: at the cutoff, at minutes 0 and 1 of each hour, and after a start or reload. */
  const runsSinceCutoff = (): number => {
    const cutoff = book.cutoffOf(book.today())
    const minutes = Array.from({ length: Math.max(0, Math.floor(sinceCutoff() / minute) + 2) },
      (_, index) => calendar.localMinute(cutoff + index * minute) % 60)
    const from = clock.real() - sinceCutoff() - followsWithin
    const isRecent = (at: number) => at >= from
    return 1 + minutes.filter((found) => found <= 1).length + lives.births.filter(isRecent).length + reloads.filter(isRecent).length
  }

  /** One run is always allowed. */
  const judgeAnnouncements = () => {
    const found = book.announced(book.today())
    hold(found <= 1 || found <= runsSinceCutoff(), "each due run has its effect once, not once a replica",
      () => `${book.today()} is announced ${found} times, expected at most ${runsSinceCutoff()}`)
  }

  const judgeTakeover = () => {
    const now = clock.real()
    const stalled = lives.alive().some(lives.isWell) && outbox.isStalled()
    stalledSince = stalled ? stalledSince ?? now : undefined
    hold(stalledSince === undefined || now - stalledSince <= takenOverWithin, "another replica takes over the sending within 5 s",
      () => `nothing is sent for ${now - (stalledSince ?? now)} ms`)
  }

  const judgeSettlement = () => {
    const late = sinceCutoff()
    const found = () => `${book.today()}, ${late} ms late`
    hold(isSettled() || late <= second || !lives.isCalmFor(late + recovery), "a day is settled within 1 s of its cutoff", found)
    hold(isSettled() || late <= 0 || !lives.isCalmFor(aftermath), "a day whose cutoff is past is settled", found)
  }

  return {
    isSettled,
    reloaded: () => {
      reloads = [...reloads.slice(-20), clock.real()]
    },
    judge: () => {
      judgeAnnouncements()
      judgeTakeover()
      judgeSettlement()
    }
  }
}
