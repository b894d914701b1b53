import { plusDays } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import type { Dice } from "./Dice.ts"
import type { Answer, Call } from "./Exchange.ts"
import type { Posting, Settings } from "./Model.ts"
import { adminToken, watchesPerPoll } from "./Shop.ts"
import { configText, type World } from "./World.ts"

const minute = 60_000
const hour = 60 * minute
const earliest = "2000-01-01"

/** One event of a simulated day. */
export type Step = (world: World, dice: Dice) => void

const withToken = { "x-admin-token": adminToken }
const get = (url: string): Call => ({ method: "GET", url, headers: withToken })
const json = (method: string, url: string, body: unknown): Call => ({
  method,
  url,
  headers: { ...withToken, "content-type": "application/json" },
  body: JSON.stringify(body)
})

const parsed = (answer: Answer) => JSON.parse(answer.text) as Record<string, unknown>
const codeOf = (answer: Answer) => [answer.status, answer.status === 200 ? undefined : parsed(answer)["error"]]

/** Sends a request that must get 200. */
const read = (world: World, url: string): string => {
  const answer = world.ask(get(url))
  hold(answer.status === 200 || url === "/api/health", "a read is answered", () => `${url}: ${answer.status} ${answer.text}`)
  return answer.text
}

/** Sometimes with a parameter that no ready body matches, so that the router answers. */
const query = (path: string, days: number, dice: Dice) => `${path}?days=${days}${dice.chance(0.1) ? "&_=1" : ""}`

/** Compares what the service shows with the model; the slow comparisons only sometimes. */
export const inspect = (world: World, dice: Dice, all = false): void => {
  if (!world.isUp()) return
  const { figures } = world
  const metrics = JSON.parse(read(world, dice.chance(0.05) ? "/api/metrics?_=1" : "/api/metrics")) as Record<string, unknown>
  figures.checkMetrics(metrics)
  const days = dice.between(7, dice.chance(0.2) ? 90 : 14)
  figures.checkSeries(JSON.parse(read(world, query("/api/series7", days, dice))), days)
  const history = dice.between(1, dice.chance(0.1) ? 400 : 40)
  figures.checkRevenue(JSON.parse(read(world, query("/api/revenue", history, dice))), history)
  if (all || dice.chance(0.06)) figures.checkExport(read(world, "/api/export"), metrics)
  if (all || dice.chance(0.12)) figures.checkHealth(JSON.parse(read(world, "/api/health")), world.importFailed())
  if (all || dice.chance(0.06)) {
    const window = dice.between(1, 5)
    figures.checkAudit(JSON.parse(read(world, `/api/audit?days=${window}`)), window)
  }
  if (all || dice.chance(0.1)) world.model.bag.checkCounts()
  if (all || dice.chance(0.01)) {
    same("the audit's chain verifies", parsed(world.ask(get("/api/admin/audit/verify"))), {
      ok: true,
      records: world.model.audits.length,
      first_broken_id: null
    })
    same("what is stored is what was done",
      world.observer.days().map((row) => [row.date, row.amount_cents, row.is_final === 1, row.source]),
      [...world.model.days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, { cents, final, source }]) => [date, cents, final, source]))
  }
}

/** Sends a request whose effects are known, and sometimes kills the process in the middle of it. */
const change = (
  world: World,
  dice: Dice,
  call: Call,
  postings: ReadonlyArray<Posting>,
  expected: readonly [number, unknown]
): { readonly done: boolean; readonly answer: Answer | undefined } => {
  const { model } = world
  model.expects(postings)
  if (dice.chance(0.03)) {
    const answer = world.askAndKill(call, dice.between(0, 60))
    hold(model.undone() === 0 || model.undone() === postings.length, "a change is done whole or not at all", () =>
      `${model.undone()} of ${postings.length} are missing`)
    if (answer !== undefined) {
      same("a request is answered as it should", codeOf(answer), expected)
      hold(model.undone() === 0, "what was acknowledged is stored", () => `${model.undone()} are missing`)
    }
    const done = model.undone() === 0
    model.expectsNothing()
    world.pass(dice.between(0, 10 * minute))
    launch(world, dice)
    return { done: done && (postings.length > 0 || answer !== undefined), answer }
  }
  const answer = world.ask(call)
  same("a request is answered as it should", codeOf(answer), expected)
  same("what was acknowledged is stored", model.undone(), 0)
  return { done: true, answer }
}

const someDate = (world: World, dice: Dice): string => {
  const today = world.model.today()
  return dice.weighted([
    [6, today],
    [5, plusDays(today, -dice.between(1, 40))],
    [1, plusDays(today, -dice.between(41, 900))],
    [1, plusDays(today, dice.between(1, 3))],
    [1, plusDays(earliest, dice.between(-2, 1))]
  ])
}

const someCents = (dice: Dice): number =>
  dice.weighted([[8, dice.between(100_000, 900_000)], [1, 0], [1, 999_999_999_999], [2, dice.between(0, 999_999_999_999)]])

const someName = (dice: Dice) => dice.pick(["Li", "王芳", "auto 7", "店长"])

const correct: Step = (world, dice) => {
  const { model } = world
  const date = someDate(world, dice)
  const cents = someCents(dice)
  const reason = dice.pick(["", "till recounted", "漏记一笔", "second count"])
  const actor = someName(dice)
  const faulty = dice.chance(0.08)
  const amount = faulty ? dice.pick([-1, 12.345, 1e10, "12"]) : cents / 100
  const refused = faulty || date < earliest ?
    [400, "invalid_request"] as const
    : date > model.today() && !model.days.has(date)
    ? [422, "date_in_future"] as const
    : undefined
  const posting: Posting = {
    action: "correct",
    date,
    before: model.days.get(date)?.cents ?? null,
    after: cents,
    source: "manual",
    reason,
    actor
  }
  const asked = json("PUT", "/api/admin/turnover", { date, amount, reason, actor })
  changeOnce(world, dice, asked, refused === undefined ? [...opening(world, date, actor), posting] : [], refused ?? [200, undefined])
}

/** The record that opens a closed day which gets a figure. */
const opening = ({ model }: World, date: string, actor: string): ReadonlyArray<Posting> => {
  const { closed = false, note = "" } = model.marks.get(date) ?? {}
  return closed ? [{ action: "open", date, before: null, after: null, source: null, reason: note, actor }] : []
}

/** The same under an idempotency key now and then, which is sent again later. */
const changeOnce = (world: World, dice: Dice, asked: Call, postings: ReadonlyArray<Posting>, expected: readonly [number, unknown]) => {
  if (!dice.chance(0.3)) return void change(world, dice, asked, postings, expected)
  const key = `key-${dice.between(1, 1_000_000)}`
  if (world.keys.holds(key)) return
  const call = { ...asked, headers: { ...asked.headers, "idempotency-key": key } }
  const at = world.clock.wall()
  const { answer, done } = change(world, dice, call, postings, expected)
  if (expected[0] === 200 && done) world.keys.keep(key, at, call, answer?.text)
}

/** Sends a request again under its key: its first answer holds for a day, and another request is refused. */
const again: Step = (world, dice) => {
  const kept = world.keys.some(dice)
  if (kept === undefined) return
  world.model.expects([])
  const other = dice.chance(0.2)
  const asked = other
    ? { ...kept.call, body: JSON.stringify({ ...JSON.parse(kept.call.body ?? "{}"), actor: "somebody else" }) }
    : kept.call
  const answer = world.ask(asked)
  same("a repeated request is answered as the first one", codeOf(answer), other ? [422, "idempotency_key_reused"] : [200, undefined])
  if (!other && kept.answer !== undefined) same("a repeated request gets the first one's answer", answer.text, kept.answer)
}

const withdraw: Step = (world, dice) => {
  const { model } = world
  const known = [...model.days.keys()].sort().slice(-40)
  const date = known.length > 0 && dice.chance(0.85) ? known[dice.between(0, known.length - 1)] ?? "" : someDate(world, dice)
  const day = model.days.get(date)
  const actor = someName(dice)
  const reason = dice.pick(["wrong day", "记错日期", "", "  "])
  const missing = reason.trim() === ""
  const expected = missing || date < earliest
    ? [400, "invalid_request"] as const
    : day === undefined
    ? [404, "not_found"] as const
    : [200, undefined] as const
  const postings: ReadonlyArray<Posting> = day === undefined || expected[0] !== 200 ?
    [] :
    [{ action: "withdraw", date, before: day.cents, after: null, source: day.source, reason, actor }]
  changeOnce(world, dice, json("DELETE", `/api/admin/turnover/${date}`, { reason, actor }), postings, expected)
}

const markDay: Step = (world, dice) => {
  const { model } = world
  const date = dice.chance(0.3) ? plusDays(model.today(), dice.between(0, 2)) : someDate(world, dice)
  const before = { closed: false, note: "", ...model.marks.get(date) }
  const actor = someName(dice)
  const asked = {
    ...(dice.chance(0.8) ? { closed: dice.chance(0.6) } : {}),
    ...(dice.chance(0.5) ? { note: dice.pick(["", "rain", "春节"]) } : {})
  }
  const { closed, note } = { closed: before.closed, note: before.note, ...asked }
  const refused = date < earliest ?
    [400, "invalid_request"] as const
    : date > plusDays(model.today(), 366) ?
    [422, "date_in_future"] as const
    : asked.closed === true && model.days.has(date)
    ? [409, "day_has_figure"] as const
    : undefined
  const action = closed === before.closed ? "note" as const : closed ? "close" as const : "open" as const
  const postings: ReadonlyArray<Posting> = refused !== undefined || (action === "note" && note === before.note) ?
    [] :
    [{ action, date, before: null, after: null, source: null, reason: note, actor }]
  changeOnce(world, dice, json("PUT", `/api/admin/days/${date}`, { ...asked, actor }), postings, refused ?? [200, undefined])
}

/** A CSV file and the changes that it must cause; undefined where the file must be refused. */
const someCsv = (
  world: World,
  dice: Dice,
  actor: string
): { readonly text: string; readonly postings: ReadonlyArray<Posting> | undefined; readonly rows: number } => {
  const { model } = world
  const today = model.today()
  const count = dice.weighted<number>([[40, dice.between(1, 4)], [1, dice.between(30, 60)]])
  const start = plusDays(today, -dice.between(0, 70))
  const rows = Array.from({ length: count }, (_, index) => {
    const date = plusDays(start, -index * dice.between(1, 2))
    const stored = model.days.get(date)
    return { date, cents: stored !== undefined && dice.chance(0.3) ? stored.cents : someCents(dice) }
  })
  const unique = [...new Map(rows.map((row) => [row.date, row])).values()]
  const faulty = dice.chance(0.15)
  const lines = unique.map(({ cents, date }) => `${dice.chance(0.3) ? date.replaceAll("-", "/") : date},${(cents / 100).toFixed(2)}`)
  if (dice.chance(0.2)) lines.push(lines[0] ?? "")
  if (faulty)
    lines.splice(dice.between(0, lines.length), 0,
      dice.pick([`${plusDays(today, 1)},5`, "2024-02-30,5", `${today},5.123`, "nonsense,5", `${today}`]))
  const header = dice.pick(["date,amount", "DATE,Amount", "日期,金额"])
  const text = [header, ...lines, ""].join(dice.pick(["\n", "\r\n"]))
  const accepted = !faulty && unique.every(({ date }) => date >= earliest)
  const postings = unique
    .filter(({ cents, date }) => !(model.isFinal(date) && model.days.get(date)?.cents === cents))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap(({ cents, date }): ReadonlyArray<Posting> => [
      ...opening(world, date, actor),
      { action: "import", date, before: model.days.get(date)?.cents ?? null, after: cents, source: "import", reason: "", actor }
    ])
  return { text, postings: accepted ? postings : undefined, rows: unique.length }
}

const importFile: Step = (world, dice) => {
  const { postings, text } = someCsv(world, dice, "admin")
  const dry = dice.chance(0.2)
  const call = {
    method: "POST",
    url: `/api/admin/import${dry ? "?dry_run=1" : ""}`,
    headers: { ...withToken, "content-type": "text/csv" },
    body: text
  }
  void change(world, dice, call, dry ? [] : postings ?? [], postings === undefined ? [422, "invalid_rows"] : [200, undefined])
}

const someSettings = (world: World, dice: Dice): Settings => {
  const current = world.onDisk().settings
  const nowMinute = ((world.calendar.localMinute(world.clock.wall()) % 1440) + 1440) % 1440
  const cutoff = dice.weighted<number>([
    [3, dice.between(17 * 60, 23 * 60 + 59)],
    [2, dice.between(0, 1439)],
    [1, Math.min(1439, nowMinute + dice.between(0, 3))],
    [1, Math.max(0, nowMinute - dice.between(0, 90))],
    [1, dice.between(0, 210)],
    [2, current.cutoff]
  ])
  const low = dice.between(0, 500_000)
  return {
    cutoff,
    shop: dice.chance(0.1) ? `门店 ${dice.between(1, 99)}` : current.shop,
    secret: dice.chance(0.1) ? dice.pick(["", "s3cret-one", "s3cret-two"]) : current.secret,
    weekday: dice.chance(0.1) ? [low, low + dice.between(0, 300_000)] : current.weekday,
    weekend: dice.chance(0.1) ? [low, low + dice.between(0, 300_000)] : current.weekend,
    fallback: dice.chance(0.1) ? dice.pick(["auto", "auto", "auto", "always"]) : current.fallback,
    importNotify: dice.chance(0.15) ? dice.pick(["per_row", "per_row", "digest", "none"]) : current.importNotify
  }
}

const call = { method: "POST", url: "/api/admin/reload_cutoff", headers: withToken }

const reload: Step = (world, dice) => {
  const { model } = world
  const settings = someSettings(world, dice)
  const good = configText(settings)
  if (dice.chance(0.3)) {
    const kept = world.onDisk()
    const broken = dice.pick([
      good.slice(0, -1),
      good.replace(/"cutoff_time":"..:/, "\"cutoff_time\":\"77:"),
      good.replace("per_row", "sometimes").replace("https:", "ftp:"),
      ""
    ])
    world.write(broken, kept.settings)
    const before = [model.audits.length, { ...model.bag.counts }]
    const answer = world.ask(call)
    same("an invalid file is refused", codeOf(answer), [422, "invalid_config"])
    same("a reload that failed changed nothing", [model.audits.length, model.bag.counts], before)
    inspect(world, dice)
    return world.write(kept.text, kept.settings)
  }
  world.write(good, settings)
  model.reloads(settings)
  if (dice.chance(0.05)) {
    world.askAndKill(call, dice.between(0, 80))
    return launch(world, dice)
  }
  const answer = world.ask(call)
  same("a valid file is accepted", answer.status, 200)
  model.reloaded()
}

const testPush: Step = (world, dice) => {
  const { bag } = world.model
  bag.beginTest()
  const letters = { ...bag.counts }
  const began = world.clock.awake()
  const answer = world.ask(json("POST", "/api/admin/test_push", dice.chance(0.3) ? {} : { amount: 12.34, reason: "hello" }))
  const sent = bag.endTest()
  const took = world.clock.awake() - began
  hold(took <= 10_000, "a test push takes 10 s at most", () => `${took} ms`)
  same("a test push walks card, post, text", sent.map(({ format }) => format), ["card", "post", "text"].slice(0, sent.length))
  // A late answer counts as none. Between 2 and 10 s the wait for the rate limit decides.
  const arrived = sent.at(-1)?.reply.meaning === "delivered" && answer.status === 200
  hold(arrived || sent.every(({ latency, reply }) => reply.meaning !== "delivered" || latency > 2_000),
    "a test push ends with the format that is delivered", () => answer.text)
  same("a test push reports its result", codeOf(answer), arrived ? [200, undefined] : [502, "push_failed"])
  const posted = (counts: typeof letters) => counts.pending + counts.delivered + counts.failed
  hold(took > 0 || posted(bag.counts) === posted(letters), "a test push stores nothing", () => JSON.stringify(bag.counts))
}

const resend: Step = (world, dice) => {
  const { bag } = world.model
  const ids = [...bag.letters.values()].filter(({ state }) => state !== "delivered").map(({ id }) => id)
  const id = ids.length > 0 && dice.chance(0.9) ? ids[dice.between(0, ids.length - 1)] ?? 0 : dice.between(1, bag.letters.size + 2)
  const known = bag.resent(id)
  const answer = world.ask({ ...call, url: `/api/admin/notifications/${id}/resend` })
  same("a message that waits or failed can be sent again", codeOf(answer), known ? [200, undefined] : [404, "not_found"])
}

/** Starts the service, sometimes with a file to import, sometimes after kills during startup. */
const launch: Step = (world, dice) => {
  while (dice.chance(0.1)) {
    world.launchAndKill(dice.between(0, 120))
    world.pass(dice.between(0, 20_000))
  }
  if (!dice.chance(0.1)) return world.launch()
  const file = someCsv(world, dice, "auto-import")
  world.model.expects(file.postings ?? [])
  world.launch(file)
}

const down: Step = (world, dice) => {
  if (dice.chance(0.5)) world.stop()
  else world.kill(dice.between(0, 40))
  world.pass(
    dice.weighted<number>([[6, dice.between(0, 5_000)], [4, dice.between(0, 3 * hour)], [2, dice.between(6 * hour, 26 * hour)], [
      1,
      dice.between(24 * hour, 80 * hour)
    ]])
  )
  if (dice.chance(0.2)) openDay(world, dice)
  launch(world, dice)
}

/** Another program stores a day that is not final. */
const openDay = (world: World, dice: Dice) => {
  const { model } = world
  const missing = Array.from({ length: 30 }, (_, index) => plusDays(model.today(), -index)).filter((date) => !model.days.has(date))
  if (missing.length === 0) return
  const date = missing[dice.between(0, missing.length - 1)] ?? model.today()
  const cents = someCents(dice)
  world.observer.storeOpenDay(date, cents)
  model.stored(date, { cents, final: false, source: "import" })
}

const foreignWrite: Step = (world, dice) => {
  openDay(world, dice)
  // The service shows it after its next poll.
  world.live(world.watch() * watchesPerPoll + 1_000)
  world.figures.checkHealth(JSON.parse(read(world, "/api/health")), world.importFailed())
}

const clockMoved: Step = (world, dice) => {
  const size = dice.weighted<number>([[3, dice.between(1, 60_000)], [4, dice.between(minute, 5 * hour)], [
    1,
    dice.between(12 * hour, 60 * hour)
  ]])
  world.setWall(dice.chance(0.5) ? size : -size)
  world.live(dice.pick([1_000, world.watch() + 2_000, world.watch() + 2_000]))
}

/** Just before the cutoff no trigger may settle the day. */
const eve: Step = (world, dice) => {
  const left = world.model.cutoffOf(world.model.today()) - world.clock.wall()
  const early = dice.between(1, 999)
  if (left <= early) return
  world.pass(left - early)
  inspect(world, dice)
  if (dice.chance(0.7)) return
  world.kill(dice.between(0, 20))
  launch(world, dice)
}

const wait: Step = (world, dice) => world.live(dice.between(1_000, 20 * minute))

export const steps: Readonly<Record<string, readonly [weight: number, Step]>> = {
  correct: [30, correct],
  import: [14, importFile],
  withdraw: [6, withdraw],
  markDay: [8, markDay],
  again: [6, again],
  reload: [14, reload],
  testPush: [6, testPush],
  resend: [8, resend],
  down: [3, down],
  foreignWrite: [4, foreignWrite],
  clockMoved: [7, clockMoved],
  eve: [5, eve],
  wait: [8, wait]
}
