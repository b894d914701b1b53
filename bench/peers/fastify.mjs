import Sqlite from "better-sqlite3"
import Fastify from "fastify"
import * as figures from "./figures.mjs"

/** Fastify and better-sqlite3 as their documentation recommends: one prepared query per request, with response schemas. */
const db = new Sqlite(process.argv[2])
db.pragma("journal_mode = WAL")
const daysSince = db.prepare(figures.daysSince)

const text = { type: "string" }
const number = { type: "number" }
const flag = { type: "boolean" }
const object = (properties) => ({ type: "object", properties })
const list = (item) => ({ type: "array", items: object(item) })
const maybe = (type) => ({ ...type, nullable: true })

const whole = { type: "integer" }
const day = object({ date: text, amount: maybe(number), source: maybe(text), closed: flag })
const entered = object({ amount: number, source: text, is_final: flag, at: maybe(text), by: maybe(text) })
const window = object({
  start: text,
  end: text,
  total: number,
  days: whole,
  final_days: whole,
  generated_days: whole,
  closed_days: whole,
  missing: { type: "array", items: text }
})
const comparison = object({ days_compared: whole, current: maybe(number), previous: maybe(number), basis: text })
const metrics = object({
  shop_name: text,
  server_now: text,
  time_zone: text,
  cutoff_hour: { type: "integer" },
  cutoff_time: text,
  next_cutoff: text,
  as_of: text,
  today: object({
    date: text,
    weekday: text,
    amount: maybe(number),
    is_final: flag,
    source: maybe(text),
    closed: flag,
    note: text,
    entered: maybe(entered)
  }),
  yesterday: day,
  day_before: day,
  this_week: window,
  last_week: window,
  this_month: window,
  comparisons: object({
    same_weekday_last_week: comparison,
    same_weekday_mean4: comparison,
    same_weekday_52_weeks: comparison,
    week_to_date: comparison,
    month_to_date: comparison,
    month_to_date_last_year: comparison
  }),
  generated_only: flag,
  best_weekday: flag
})
const series = list({
  date: text,
  amount: number,
  estimated: flag,
  source: maybe(text),
  recorded: flag,
  closed: flag,
  note: text,
  last_week: maybe(number),
  mean4: maybe(number)
})
const revenue = list({ date: text, amount: number, is_final: flag, source: text })

const days = (fallback, minimum, maximum) => object({ days: { type: "integer", default: fallback, minimum, maximum } })
const answering = (schema, querystring) => ({
  schema: { response: { 200: schema }, ...(querystring === undefined ? {} : { querystring }) }
})

const app = Fastify()
app.addHook("onRequest", (_request, reply, done) => {
  reply.headers({ ...figures.headers, "content-type": "application/json" })
  done()
})
app.get("/api/metrics", answering(metrics), () => figures.metrics(figures.localNow(), (date) => daysSince.all(date)))
app.get("/api/series7", answering(series, days(7, 7, 90)),
  ({ query }) => figures.series(daysSince.all(figures.seriesFrom(figures.localNow(), query.days))))
app.get("/api/revenue", answering(revenue, days(30, 1, 3660)),
  ({ query }) => daysSince.all(figures.revenueFrom(figures.localNow(), query.days)).map(figures.revenueDay))

await app.listen({ host: "127.0.0.1", port: 0 })
process.send(app.server.address().port)
process.once("disconnect", () => process.exit())
