import { setTimeout as sleep } from "node:timers/promises"
import { type Dice, dice as diceOf } from "../Dice.ts"
import { type Caller, caller } from "../Http.ts"
import { type Service, type Site, site, start } from "../Service.ts"
import { type Books, books as openBooks, cutoffTime } from "./Books.ts"
import { takeSnapshot } from "./Snapshot.ts"
import { must } from "./Violation.ts"

export interface Installation {
  readonly books: Books
  readonly dice: Dice
  readonly home: Site
  readonly http: Caller
  readonly service: Service
}

/**
 * Runs one failure on one installation with the console bot and one process. Afterwards the process is stopped, which must end with
 * exit code 0, and the database is compared with the books.
 */
export const withInstallation = async <A>(
  seed: number,
  where: { readonly database?: string; readonly logFile?: string; readonly output?: string },
  befall: (installation: Installation) => Promise<A>
): Promise<A> => {
  const books = openBooks()
  const home = site(where)
  home.configure({ cutoff_time: cutoffTime })
  const service = start(home, where.output === undefined ? {} : { output: where.output })
  try {
    const http = caller(await service.ready, { connections: 64 })
    const outcome = await befall({ books, dice: diceOf(seed), home, http, service })
    http.close()
    service.signal("SIGTERM")
    const code = await Promise.race([service.ended, sleep(15_000, "no end within 15 s", { ref: false })])
    must(code === 0, () => `expected exit code 0 after SIGTERM, got ${code}: ${service.errorOutput()}`)
    const snapshot = await takeSnapshot(home.database, { auditId: 0, auditHash: "", messageId: 0, attemptId: 0 }, { whole: true })
    must(snapshot !== undefined, () => "the database is gone")
    if (snapshot !== undefined) books.examine(snapshot)
    return outcome
  } finally {
    service.signal("SIGKILL")
    await service.ended
    home.remove()
  }
}
