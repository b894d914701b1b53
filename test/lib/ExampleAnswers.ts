import type { Responses } from "../../src/Api/Responses.ts"
import { ofCounted, ofWindows } from "../../src/Domain/Windows.ts"

const window = (start: string, end: string, total: number) => ({ start, end, total })
const attempt = { format: "card", verdict: "delivered", status: 200, code: 0, detail: "delivered" } as const

const token: Responses["tokens"]["items"][number] = {
  id: 3,
  name: "till",
  role: "entry",
  state: "active",
  has_secret: true,
  created_at: "2025-12-08T22:48:00+08:00",
  expires_at: null,
  last_used_at: "2025-12-09T13:14:00+08:00",
  sessions: 1
}

const noFigure = { amount: null, source: null, is_final: false, by: null, at: null, closed: false, note: "" }

const counted = {
  amount: 3600,
  source: "manual" as const,
  is_final: true,
  by: "小王",
  at: "2025-12-08T22:50:11+08:00",
  closed: false,
  note: ""
}

export const auditEntry: Responses["audit"][number] = {
  id: 1,
  created_at: "2025-12-08T13:18:00+08:00",
  date: "2025-12-08",
  action: "generate",
  amount_before: null,
  amount_after: 3629.76,
  source: "generated",
  kind: "generated",
  reason: "",
  actor: "settlement",
  hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
}

const screenCode = "iqEEnwKXg1ruXqvlC9PlbmXvP3JBzfl6hX6tTDC3Vqk.miu1x2ow.Fh3Jt0aLr8yQZkqvE2pW7w"

const compared = (against: "usual" | "week_before" | "month_before") => ({
  against,
  days: 2,
  current: 7017.76,
  previous: 6502.1,
  way: "more" as const,
  by: 515.66,
  percent: 8
})

const countedSum = (start: string, end: string, total: number, days: number, against: "week_before" | "month_before") => ({
  start,
  end,
  total,
  days,
  closed_days: 0,
  missing: [],
  comparison: compared(against)
})

const today = {
  date: "2025-12-09",
  state: "entered",
  amount: 3388,
  source: "manual",
  at: "2025-12-09T13:10:02+08:00",
  by: "Li",
  note: "",
  usual: { amount: 3290.4, days: 8, bounds: { low: 2138.76, high: 4442.04 } },
  comparison: compared("usual")
} as const

const shopSettings = {
  file: "config.json",
  hash: "0".repeat(64),
  kept: null,
  set: { chat_webhook_url: "https://open.feishu.cn/…", cutoff_time: "13:18" },
  default: { shop_name: "示例门店" }
} as const

export const examples: Responses = {
  metrics: {
    shop_name: "Sample shop",
    server_now: "2025-12-09T13:14:40+08:00",
    cutoff_hour: 13,
    cutoff_time: "13:18",
    next_cutoff: "2025-12-09T13:18:00+08:00",
    today: {
      date: "2025-12-09",
      weekday: "周二",
      amount: null,
      range: null,
      awaits: false
    },
    yesterday: { date: "2025-12-08", amount: 3629.76 },
    day_before: { date: "2025-12-07", amount: 4810.5 },
    newest: { date: "2025-12-08", amount: 3629.76, source: "manual" },
    ...ofWindows(() => window("2025-12-01", "2025-12-09", 32997.88)),
    this_week: window("2025-12-08", "2025-12-09", 7017.76),
    last_week: window("2025-12-01", "2025-12-07", 25980.12),
    counted: {
      as_of: "2025-12-09",
      with_estimates: false,
      today,
      day: today,
      ...ofCounted(() => countedSum("2025-12-01", "2025-12-09", 29888.38, 8, "month_before")),
      week: countedSum("2025-12-08", "2025-12-09", 7017.76, 2, "week_before"),
      last_week: countedSum("2025-12-01", "2025-12-07", 25980.12, 7, "week_before"),
      goal: {
        month: "2025-12",
        goal: 110_000,
        reached: 29_888.38,
        percent: 27,
        missing: 80_111.62,
        more: 0,
        days_left: 22,
        uncounted: ["2025-12-03"],
        needed: 3_483.12,
        forecast: 108_790.11,
        outcome: "close"
      }
    }
  },
  series7: [{ date: "2025-12-08", amount: 3629.76, estimated: false }],
  revenue: [{ date: "2025-12-08", amount: 3629.76, is_final: true, source: "generated" }],
  audit: [auditEntry],
  days: {
    from: "2025-12-08",
    to: "2025-12-09",
    first: "2025-12-01",
    today: "2025-12-09",
    as_of: "2025-12-08",
    sum: {
      ...countedSum("2025-12-08", "2025-12-09", 3629.76, 1, "week_before"),
      mean: null,
      best: { date: "2025-12-08", amount: 3629.76 },
      worst: { date: "2025-12-08", amount: 3629.76 }
    },
    months: [],
    years: [],
    holidays: { missing_years: [] },
    days: [
      { date: "2025-12-08", state: "entered", amount: 3629.76, usual: 3401.2, source: "manual", is_final: true, note: "rain" },
      { date: "2025-12-09", state: "closed", amount: null, source: null, is_final: false, closed: true }
    ]
  },
  day: {
    date: "2025-12-08",
    weekday: "周一",
    state: "estimated",
    usual: { amount: 3401.2, days: 8, bounds: { low: 2210.78, high: 4591.62 } },
    amount: 3629.76,
    is_final: true,
    source: "generated",
    at: "2025-12-08T13:18:00+08:00",
    by: "settlement",
    closed: false,
    note: "",
    open_to_entry: true,
    group: true,
    audit: [auditEntry],
    messages: [{
      id: 1,
      chat: "main",
      created_at: "2025-12-08T13:18:00+08:00",
      kind: "daily",
      amount: 3629.76,
      title: "估算 12月8日 ¥3,629.76",
      lines: ["日结：没有人录入，这是系统按 ¥2,800–3,600 估的，不是实收", "Sample shop · 周一"],
      state: "delivered",
      delivered_at: "2025-12-08T13:18:00+08:00",
      delivered_by: "bot",
      failure: null,
      attempts: [{ at: "2025-12-08T13:18:00+08:00", ...attempt }]
    }]
  },
  report: {
    period: "2025-W49",
    kind: "week",
    first: "2025-12-01",
    last: "2025-12-07",
    until: "2025-12-07",
    before: "2025-W48",
    after: "2025-W50",
    shop_name: "示例门店",
    total: 7200.5,
    counted: 3600,
    days_final: 2,
    generated: { days: 1, amount: 3600.5 },
    counted_days: 1,
    closed_days: 4,
    missing: ["2025-12-03"],
    mean: null,
    best: { date: "2025-12-01", amount: 3600 },
    worst: { date: "2025-12-01", amount: 3600 },
    goal: { amount: 24000, reached: 3600, missing: 20400 },
    comparison: compared("week_before"),
    days: [{ date: "2025-12-01", amount: 3600, source: "manual", closed: false, note: "rain", usual: 3333.33 }],
    sent: { at: "2025-12-08T09:00:00+08:00", head: "62:5c1f0a9e3b7d2468" },
    changes: [{
      date: "2025-12-01",
      before: null,
      after: { amount: 3600, source: "manual" },
      by: "mei",
      at: "2025-12-08T11:40:00+08:00"
    }]
  },
  health: {
    status: "ok",
    database: { ok: true, kind: "sqlite", latency_ms: 0.05 },
    scheduler: {
      ok: true,
      cutoff_time: "13:18",
      next_run: "2025-12-09T13:18:00+08:00",
      last_run: "2025-12-09T13:01:00+08:00",
      last_result: "before_cutoff"
    },
    time_zone: { name: "Asia/Shanghai", offset: "+08:00" },
    server_now: "2025-12-09T13:14:40+08:00",
    notifications: {
      pending: 0,
      failed: 0,
      last_delivered_at: "2025-12-08T13:18:00+08:00",
      chats: [{
        name: "main",
        kind: "feishu",
        pending: 0,
        failed: 0,
        last_delivered_at: "2025-12-08T13:18:00+08:00",
        unsent: false,
        muted_until: null
      }]
    },
    source: { kind: "range", last_asked_at: null, last_answer: null, last_fault: null, next_ask_at: null },
    missing_days: [],
    awaiting: [],
    problems: [],
    auto_import: null,
    admin_enabled: true,
    version: "0.2.0"
  },
  export: "date,amount\r\n2025-12-08,3629.76\r\n",
  events: "retry: 3000\n\ndata: {\"type\":\"tick\",\"server_now\":\"2025-12-09T13:14:40+08:00\"}\n\n",
  correct: { ok: true, id: 42, before: noFigure, change: "entered" },
  withdraw: { ok: true, id: 43, before: counted, withdrawn: { date: "2025-12-08", amount: 3600, source: "manual" } },
  markDay: { ok: true, id: 44, before: noFigure, change: "closed", closed: true, note: "Spring Festival" },
  ownChange: {
    change: {
      id: 42,
      date: "2025-12-09",
      change: "entered",
      at: "2025-12-09T22:01:11+08:00",
      seconds_left: 412,
      before: noFigure,
      after: 3388
    }
  },
  undo: { ok: true, id: 45, before: noFigure, undone: { id: 43, date: "2025-12-08" }, after: counted },
  feed: {
    ok: true,
    change: "so_far",
    before: noFigure,
    after: { ...counted, amount: 3388.5, source: "feed", is_final: false, by: "till" }
  },
  testPush: { ok: true, pushed: { date: "2025-12-09", amount: 0, reason: "测试推送" }, attempts: [attempt] },
  trySource: {
    ok: true,
    date: "2025-12-08",
    amount: 3629.76,
    items: 161,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    request: {
      method: "RUN",
      address: "node tills/square.mjs",
      variables: ["SQUARE_TOKEN", "SQUARE_LOCATION"]
    }
  },
  import: { ok: true, imported: 365, new: 360, changed: 2, unchanged: 3, skipped: [] },
  goals: { items: [{ month: "2025-12", goal: 110_000, from: "set", settings: 100_000 }] },
  setGoal: { ok: true, before: null, now: { month: "2025-12", goal: 110_000, from: "set", settings: 100_000 } },
  logs: { lines: ["{\"time\":\"2025-12-09T13:14:40.123+08:00\",\"level\":\"INFO\",\"message\":\"ready\"}"] },
  setup: {
    shop_name: "示例门店",
    cutoff_time: "23:00",
    day_starts_in_doubt: false,
    time_zone: "Asia/Shanghai",
    named: false,
    strong_token: true,
    weekday_range: { min: 2800, max: 3600 },
    weekend_range: { min: 4000, max: 5200 },
    generates: true,
    source_decided: false,
    own_ranges: false,
    chat: false,
    people: 0,
    remind_minutes: 0,
    backup: false,
    last_backup_at: null,
    phones: [],
    access: "open"
  },
  workbook: new Uint8Array(),
  daysCsv: "",
  settings: shopSettings,
  changeSettings: { ok: true, changed: ["cutoff_time"], settings: shopSettings },
  trySettings: { ok: true, attempts: [] },
  reloadCutoff: { ok: true, cutoff_time: "13:18", previous_cutoff_time: "23:00", changed: ["cutoff_time"], unknown: [] },
  notifications: {
    items: [{
      id: 1,
      chat: "main",
      created_at: "2025-12-08T13:18:00+08:00",
      kind: "daily",
      date: "2025-12-08",
      amount: 3629.76,
      source: "generated",
      before: null,
      reason: "",
      actor: "settlement",
      state: "delivered",
      failure: null,
      next_attempt_at: null,
      delivered_at: "2025-12-08T13:18:00+08:00",
      delivered_format: "card",
      delivered_by: "bot",
      changed_to: { amount: 3600, source: "manual" },
      attempts: [{ at: "2025-12-08T13:18:00+08:00", ...attempt }]
    }],
    next: null,
    counts: { pending: 0, delivered: 1, accepted: 0, failed: 0 }
  },
  resend: { ok: true, changed_to: { amount: 3600, source: "manual" } },
  resendRefused: { ok: true, sent: 2, dropped: 53 },
  dropMessage: { ok: true },
  proposeShop: {
    ok: true,
    shop_name: null,
    cutoff_time: "23:00",
    closed_weekdays: [],
    time_zone: "Asia/Shanghai",
    time_zone_is_set: false,
    currency: "CNY",
    refused_currency: null
  },
  setUpShop: { ok: true },
  signIn: { ok: true, name: "小王", role: "entry", session: 7 },
  startScreen: {
    ok: true,
    code: screenCode,
    secret: "tvi_AAAAAAAAAAAAAAAAAAAAAA",
    link: `/join#screen=${screenCode}`,
    expires_at: "2025-12-09T13:19:40+08:00"
  },
  claimScreen: { ok: true, state: "waiting", name: null, role: null, session: null },
  approveScreen: { ok: true, token: { ...token, has_secret: false, name: "大屏", role: "view" } },
  openInvitation: { ok: true, name: "小王", role: "entry", expires_at: "2025-12-09T13:29:40+08:00" },
  identity: { name: "小王", role: "entry", session: 7 },
  signOut: { ok: true },
  tokens: { items: [token] },
  createToken: { ok: true, token, secret: "tvr_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  changeRole: { ok: true, token },
  revokeToken: { ok: true },
  invite: {
    ok: true,
    token: { ...token, has_secret: false, name: "小王" },
    code: "tvi_AAAAAAAAAAAAAAAAAAAAAA",
    link: "/join#tvi_AAAAAAAAAAAAAAAAAAAAAA",
    expires_at: "2025-12-09T13:29:40+08:00"
  },
  invitations: {
    items: [{ id: 5, name: "小王", role: "entry", created_at: "2025-12-09T13:14:40+08:00", expires_at: "2025-12-09T13:29:40+08:00" }]
  },
  revokeInvitation: { ok: true },
  sessions: {
    items: [{
      id: 7,
      name: "小王",
      role: "entry",
      token_id: 3,
      device: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)",
      created_at: "2025-12-08T22:50:11+08:00",
      last_used_at: "2025-12-09T13:14:00+08:00",
      expires_at: "2026-06-06T22:50:11+08:00",
      current: false
    }]
  },
  endSession: { ok: true },
  verifyAudit: {
    ok: true,
    records: 1,
    first_broken_id: null,
    first_differing_day: null,
    first_differing_goal: null,
    head: "1:9f3c07aa51d2e8b46f0a7c93d5e1b2880c4d6e7f9a1b3c5d7e9f0a2b4c6d8e0f"
  }
}
