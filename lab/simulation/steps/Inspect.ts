import { hold, same } from "../Broken.ts"
import type { Dice } from "../Dice.ts"
import type { World } from "../World.ts"
import { get, parsed } from "./Requests.ts"

/** Sends a request that must get status 200. */
export const read = (world: World, url: string): string => {
  const answer = world.ask(get(url))
  hold(answer.status === 200 || url === "/api/health", "a read is answered", () => `${url}: ${answer.status} ${answer.text}`)
  return answer.text
}

/** The query, sometimes with a parameter for which no body is ready, so that the router responds. */
const query = (path: string, days: number, dice: Dice) => `${path}?days=${days}${dice.chance(0.1) ? "&_=1" : ""}`

/** Compares what the service shows with the model. The slow comparisons are made only sometimes. */
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
  if (all || dice.chance(0.1)) world.model.outbox.checkCounts()
  if (all || dice.chance(0.01)) {
    same("the audit's chain verifies", parsed(world.ask(get("/api/admin/audit/verify"))), {
      ok: true,
      records: world.model.audits.length,
      first_broken_id: null,
      first_differing_day: null,
      first_differing_goal: null,
      head: `${world.model.audits.length}:${world.model.audits.at(-1)?.hash ?? ""}`
    })
    same("what is stored is what was done",
      world.observer.days().map((row) => [row.date, row.amount_cents, row.is_final === 1, row.source]),
      [...world.model.days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, { cents, final, source }]) => [date, cents, final, source]))
  }
}
