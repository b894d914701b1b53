/**
 * The known faults of the simulation's self-check, each with the module of `src/` that it replaces. The fault itself is
 * `simulation/sabotages/<name>.ts`, which exports what the module exports, with changes.
 */
export const sabotages = new Map([
  ["settles-a-second-early", "Domain/Calendar.ts"],
  ["settles-late", "Domain/Calendar.ts"],
  ["steps-back-a-day-by-a-setting", "Domain/Calendar.ts"],
  ["forgets-when-days-began", "Ledger/FirstStarts.ts"],
  ["skips-an-audit", "Domain/Posting.ts"],
  ["breaks-the-chain", "Ledger/Store.ts"],
  ["starts-without-a-push", "Domain/Decision/Settle.ts"],
  ["forgets-that-a-day-is-done", "Domain/Agenda.ts"],
  ["loses-messages-on-restart", "Outbox.ts"],
  ["enqueues-outside-the-transaction", "Outbox.ts"],
  ["takes-a-timeout-for-a-refusal", "Domain/Retry.ts"],
  ["takes-http-200-for-success", "Chat/Feishu/Verdict.ts"],
  ["ignores-the-pace", "Chat/RateLimit.ts"],
  ["forgets-retry-after", "Chat/Feishu/Verdict.ts"],
  ["sends-the-newest-first", "Outbox.ts"],
  ["one-dead-line-holds-up-others", "Outbox.ts"],
  ["applies-half-of-a-bad-reload", "Scheduler.ts"],
  ["counts-open-days", "Domain/DayBook.ts"],
  ["ends-the-week-a-day-early", "Domain/Figures.ts"],
  ["shows-a-stale-book", "Ledger.ts"],
  ["leaves-old-days-open", "Ledger/Store.ts"],
  ["leaves-out-what-is-equal", "Domain/ImportPlan.ts"],
  ["uses-a-fixed-offset", "Clock.ts"],
  ["acknowledges-before-the-commit", "Ledger.ts"],
  ["generates-a-closed-day", "Domain/Settlement.ts"],
  ["generates-what-the-settings-forbid", "Domain/Settlement.ts"],
  ["asks-twice-for-a-figure", "Domain/Settlement.ts"],
  ["generates-while-the-clock-is-behind", "Domain/Settlement.ts"],
  ["starts-whatever-the-clock-shows", "Domain/Settlement.ts"],
  ["announces-a-closed-day-twice", "Domain/Settlement.ts"],
  ["replaces-a-withdrawn-figure", "Domain/Settlement.ts"],
  ["never-sends-the-daily-message", "Domain/Settlement.ts"],
  ["withdraws-without-an-audit", "Domain/Posting.ts"],
  ["forgets-what-was-answered", "Ledger/Store.ts"],
  ["compares-days-without-a-match", "Domain/Comparison.ts"],
  ["reminds-again-after-a-restart", "Outbox.ts"],
  ["repeats-a-report-after-a-reload", "Domain/Decision/Report.ts"],
  ["sends-an-outdated-reminder", "Notifier/Outdated.ts"],
  ["never-comes-to-rest", "Notifier/Outdated.ts"],
  ["hides-what-has-changed-since", "Notifier/SinceThen.ts"],
  ["forgets-the-head", "Domain/Messages.ts"],
  ["tells-of-the-week-without-its-last-day", "Domain/Story.ts"],
  ["keeps-a-revoked-token", "People/CredentialCache.ts"],
  ["revives-what-has-ended", "Domain/SteadyTime.ts"],
  ["lets-entry-change-older-days", "Domain/Decision/Entry.ts"],
  ["replaces-a-figure-by-a-push", "Domain/Decision/Offer.ts"],
  ["feeds-a-withdrawn-day", "Domain/Decision/Offer.ts"],
  ["adds-a-running-amount", "Domain/DayBook.ts"],
  ["makes-a-stale-push-final", "Domain/SoFar.ts"],
  ["makes-a-late-push-final", "Domain/SoFar.ts"],
  ["forgets-the-last-running-amount", "Domain/Posting.ts"]
])

/** The faults of several replicas on one server. */
export const replicaSabotages = new Map([
  ["writes-without-a-lock", "Database/Write.ts"],
  ["locks-and-reads-at-once", "Ledger/Store.ts"],
  ["repeats-an-unknown-commit", "Database/Write.ts"],
  ["sends-without-the-lease", "Notifier.ts"],
  ["follows-notifications-only", "Ledger.ts"],
  ["forgets-what-has-run", "Ledger/Store.ts"],
  ["reports-once-a-replica", "Domain/Decision/Report.ts"],
  ["reminds-once-a-replica", "Ledger/ReadState.ts"],
  ["settles-by-a-wrong-clock", "Database/ClockApart.ts"],
  ["believes-how-long-a-lease-lasts", "Database/Postgres/Client/Connect.ts"],
  ["stays-closed-after-a-read-only-server", "Database/WriteState.ts"],
  ["waits-for-a-silent-listener", "Database/Postgres/Client/ConnectionLimits.ts"]
])

/** The faults of a shop whose till is asked for amounts. */
export const tillSabotages = new Map([
  ["generates-while-the-source-is-asked", "Domain/Settlement.ts"],
  ["asks-for-a-closed-day", "Domain/Questions.ts"],
  ["asks-over-a-persons-figure", "Domain/Questions.ts"],
  ["asks-for-what-was-withdrawn", "Domain/Questions.ts"],
  ["asks-once", "Domain/Questions.ts"],
  ["asks-before-the-till-wants", "Domain/Questions.ts"],
  ["rechecks-again-and-again", "Domain/Questions.ts"],
  ["gives-up-without-a-question", "Domain/Questions.ts"],
  ["holds-up-a-stop-by-a-question", "Scheduler/Asking.ts"],
  ["asks-on-every-replica", "Scheduler/Asking.ts"]
])
