/** A stored message as `GET /api/admin/notifications` shows it. */
export const message = (id: number, more: Readonly<Record<string, unknown>>) => ({
  id,
  chat: "main",
  created_at: "2025-12-09T13:18:00+08:00",
  kind: "daily",
  date: "2025-12-09",
  amount: 3629.76,
  source: "generated",
  before: null,
  reason: "",
  actor: "",
  state: "delivered",
  failure: null,
  next_attempt_at: null,
  delivered_at: "2025-12-09T13:18:01+08:00",
  delivered_format: "card",
  changed_to: null,
  attempts: [],
  ...more
})
