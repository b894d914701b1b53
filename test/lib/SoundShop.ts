import { DateTime, Either } from "effect"
import { parse } from "../../src/Config/ShopConfig.ts"
import { calendarOf } from "../../src/Domain/Calendar.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import type { ShopState } from "../../src/Health/Problems.ts"
import type { LineReport } from "../../src/Notifier.ts"
import { emptyLine } from "../../src/Outbox.ts"
import { shanghai } from "../Domain/Arbitraries.ts"
import { turnover } from "./Stored.ts"

/** A time of the shop's today, 2026-03-14. */
export const at = (time: string) => DateTime.unsafeMakeZoned(`2026-03-14T${time}+08:00`, { timeZone: "Asia/Shanghai" })
const now = at("22:00:00")

export const settings = (members: object) =>
  Either.getOrThrow(parse("config.json", JSON.stringify({ chat_webhook_url: "console:", ...members }))).config

export const line: LineReport = { ...emptyLine, name: "main", kind: "feishu", isSet: true, mutedUntil: null }
export const messages = (own: Partial<LineReport>, ...others: ReadonlyArray<LineReport>): NonNullable<ShopState["notifications"]> => ({
  ...emptyLine,
  ...own,
  chats: new Map(),
  lines: [{ ...line, ...own }, ...others]
})

/** The state of a service without a problem, an hour before its cutoff. */
export const sound: ShopState = {
  now,
  calendar: calendarOf(shanghai, { hour: 23, minute: 0 }),
  book: DayBook.make([turnover("2026-03-13")]),
  earliest: 0,
  firstStart: 0,
  settings: settings({}),
  database: { ok: true, kind: "sqlite", latencyMillis: 1 },
  isCommitWaiting: false,
  clockAhead: 0,
  trouble: null,
  scheduler: { ok: true, cutoff: { hour: 23, minute: 0 }, nextRun: at("23:00:00"), lastRun: null, lastResult: "before_cutoff" },
  notifications: messages({}),
  sendingFailsMillis: 0,
  source: { lastAskedAt: null, lastOkAt: null, lastAnswer: null, lastFault: null, nextAskAt: null },
  autoImport: null,
  backup: { enabled: true, lastBackupAt: null, futureDays: [], failure: null }
}
