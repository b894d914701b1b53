const change = (file, find, put) => ({ file, find, put })

/**
 * Faults to put into the service on its way into the simulation, which has to find each: what cannot fail proves nothing.
 */
export const sabotages = [
  {
    name: "settles-a-second-early",
    changes: [change("src/Domain/Calendar.ts", "DateTime.greaterThanOrEqualTo(now, cutoffInstant(today, cutoff, now.zone))", "now.epochMillis >= cutoffInstant(today, cutoff, now.zone).epochMillis - 1000")]
  },
  {
    name: "settles-late",
    changes: [change("src/Domain/Calendar.ts", "DateTime.greaterThanOrEqualTo(now, cutoffInstant(today, cutoff, now.zone))", "now.epochMillis >= cutoffInstant(today, cutoff, now.zone).epochMillis + 5000")]
  },
  {
    name: "skips-an-audit",
    changes: [change("src/Ledger.ts", "Posting.auditRecords(head, slice, now)", "Posting.auditRecords(head, slice.filter(({ action }) => action !== \"finalize\"), now)")]
  },
  {
    name: "breaks-the-chain",
    changes: [change("src/Ledger/Store.ts", "FROM audit ORDER BY id DESC LIMIT 1", "FROM audit ORDER BY created_at DESC, id DESC LIMIT 1")]
  },
  {
    name: "pushes-twice-on-start",
    changes: [change("src/Domain/Settlement.ts", "trigger === \"cutoff\" ||", "trigger === \"cutoff\" || trigger === \"start\" ||")]
  },
  {
    name: "forgets-that-a-day-is-done",
    changes: [change("src/Domain/Agenda.ts", "done: pastCutoff ? [today] : []", "done: []")]
  },
  {
    name: "loses-messages-on-restart",
    changes: [change("src/Outbox.ts", "const sql = yield* SqlClient.SqlClient\n", "const sql = yield* SqlClient.SqlClient\n  yield* Effect.orDie(sql`UPDATE notification SET state = 'failed', failure = 'restarted' WHERE state = 'pending' AND first_attempt_at IS NULL`)")]
  },
  {
    name: "enqueues-outside-the-transaction",
    changes: [change("src/Ledger.ts", "yield* outbox.enqueue(Posting.announcements(postings, importNotify), now)", "yield* Effect.forkDaemon(Effect.delay(outbox.enqueue(Posting.announcements(postings, importNotify), now), 1))")]
  },
  {
    name: "takes-a-timeout-for-a-refusal",
    changes: [change("src/Domain/Retry.ts", "    case \"unknown\":\n      return postpone(progress)", "      return postpone(progress)\n    case \"unknown\":\n      return nextFormat(true)")]
  },
  {
    name: "takes-http-200-for-success",
    changes: [change("src/Chat/Verdict.ts", "if (success && code === 0)", "if (success)")]
  },
  {
    name: "ignores-the-pace",
    changes: [change("src/Chat/RateLimit.ts", "const refill = Math.ceil(60_000 / 90)", "const refill = 100"), change("src/Chat/RateLimit.ts", "const spacing = 250", "const spacing = 20")]
  },
  {
    name: "forgets-retry-after",
    changes: [change("src/Chat/Verdict.ts", "Number(text) * 1000", "Number(text) * 10")]
  },
  {
    name: "sends-the-newest-first",
    changes: [change("src/Outbox.ts", "WHERE state = 'pending' ORDER BY id LIMIT 1", "WHERE state = 'pending' ORDER BY id DESC LIMIT 1")]
  },
  {
    name: "applies-half-of-a-bad-reload",
    changes: [change("src/Scheduler.ts", "const reloaded = yield* config.reload", "yield* Ref.update(agenda, (current) => ({ ...current, done: [] }))\n        const reloaded = yield* config.reload")]
  },
  {
    name: "counts-open-days",
    changes: [change("src/Domain/DayBook.ts", "if (day.isFinal) found.push(day)", "found.push(day)")]
  },
  {
    name: "ends-the-week-a-day-early",
    changes: [change("src/Domain/Figures.ts", "const weekEnd = later(monday, last)", "const weekEnd = later(monday, addDays(last, -1))")]
  },
  {
    name: "shows-a-stale-book",
    changes: [change("src/Ledger.ts", "        book = stored\n", "        void stored\n")]
  },
  {
    name: "leaves-old-days-open",
    changes: [change("src/Ledger.ts", "const postings = open.map(Posting.finalize)", "const postings = open.slice(open.length).map(Posting.finalize)")]
  },
  {
    name: "imports-what-is-equal-again",
    changes: [change("src/Domain/ImportPlan.ts", "stored.isFinal && stored.cents === row.cents", "stored.isFinal && stored.cents === row.cents && stored.source === \"import\"")]
  },
  {
    name: "uses-a-fixed-offset",
    changes: [change("src/Clock.ts", "DateTime.setZone(instant, zone)", "DateTime.setZone(instant, DateTime.zoneUnsafeMakeNamed(zone.id === \"Asia/Shanghai\" ? \"Asia/Singapore\" : zone.id === \"Europe/Berlin\" ? \"Africa/Lagos\" : zone.id))")]
  },
  {
    name: "acknowledges-before-the-commit",
    changes: [change("src/Ledger.ts", "Correct: correct,", "Correct: (message) => Effect.asVoid(Effect.forkDaemon(Effect.delay(correct(message), 10))),")]
  }
]
