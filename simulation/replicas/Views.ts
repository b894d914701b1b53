import { textDifference } from "../../test/lib/Difference.mjs"
import { hold } from "../Broken.ts"
import type { Answer, Call } from "../Exchange.ts"
import { get } from "../steps/Requests.ts"
import type { Environment } from "./Environment.ts"
import type { Journal } from "./Journal.ts"
import type { Life } from "./Life.ts"
import type { Lives } from "./Lives.ts"

/** A change is seen within a second; the statements of the poll take some milliseconds more. */
const seenWithin = 1_300

/** A silent connection for notifications is detected within 1.5 s and replaced by a new one. */
const seenDeafWithin = 2_000
/** How long a connection that was found silent can have an effect. */
const deafFor = 15_000

const compared = [
  "/api/metrics",
  "/api/series7?days=30",
  "/api/revenue?days=400",
  "/api/export",
  "/api/audit?days=30",
  "/api/admin/audit/verify"
]

/** The members of a response that depend on the second, or on the replica's own clock. */
const momentary = /"(server_now|now|next_run|generated_at)":"[^"]*"/g

/** The responses of each replica, by address. */
type Answers = ReadonlyMap<string, ReadonlyArray<string>>

/** Checks that all replicas show the same. */
export const judgeAlike = (answers: Answers, count: number) => {
  for (const [url, texts] of answers) {
    const [first = "", ...others] = texts.map((text) => text.replaceAll(momentary, ""))
    hold(others.length === count - 1, "every replica answers", () => `${texts.length} of ${count} to ${url}`)
    for (const other of others) {
      const differs = textDifference(other, first)
      hold(differs === undefined, "all replicas answer alike", () => `${url}: ${String(differs)} as the first replica has it`)
    }
  }
}

const problemsIn = (text: string) =>
  (JSON.parse(text) as { readonly problems: ReadonlyArray<{ readonly code: string }> }).problems.map(({ code }) => code)

/** Checks that a replica which reports that nothing can be stored also notices the end of that. */
const judgeHealth = ({ member }: Life, text: string) => {
  const found = problemsIn(text).filter((problem) => problem.startsWith("writes_"))
  hold(found.length === 0, "health says that nothing can be stored only while that is so",
    () => `replica ${member + 1}: ${found.join(" ")}`)
}

type Put = (life: Life, call: Call, done: (answer: Answer) => void) => void

/** Reads the days and figures that the replicas show. */
export const views = ({ clock, guarded }: Environment, book: Journal, lives: Lives, put: Put) => {
  let due = 0

  const isDeaf = ({ deafAt }: Life) => clock.real() - deafAt < deafFor

  const read = (life: Life, patience: number) => {
    if (!lives.isWell(life)) return
    put(life, get("/api/revenue?days=60"), ({ status, text }) => {
      hold(status === 200, "a read is answered", () => `${status} ${text}`)
      book.judgeShown(JSON.parse(text) as Array<{ date: string; amount: number }>, patience)
    })
  }

  const readAll = () => {
    for (const life of lives.alive().filter((life) => !isDeaf(life))) read(life, seenWithin)
  }

  return {
    /** Reads from every replica as soon as it must have seen the present commits. */
    readSoon: () => {
      if (due >= 3) return
      due += 1
      clock.after(seenWithin, () => {
        due -= 1
        guarded(readAll)
      })
    },
    /** Reads from a replica whose notifications are delayed. It must have seen the commits of 2 s ago. */
    readDeaf: (life: Life) => read(life, seenDeafWithin),
    /** Requests from every replica what all must show alike. The responses arrive as time passes. */
    ask: (): Answers => {
      const answers = new Map(compared.map((url) => [url, new Array<string>()]))
      for (const url of compared) for (const life of lives.alive()) put(life, get(url), ({ text }) => answers.get(url)?.push(text))
      for (const life of lives.alive()) put(life, get("/api/health"), ({ text }) => judgeHealth(life, text))
      return answers
    }
  }
}
