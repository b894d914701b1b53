import { plusDays } from "../Almanac.ts"
import type { Dice } from "../Dice.ts"
import { json, withToken } from "../steps/Requests.ts"
import type { Clients } from "./Clients.ts"
import type { Fleet } from "./Fleet.ts"
import type { Life } from "./Life.ts"

/** The surroundings of a step; `id` identifies the step. */
export interface Scene {
  readonly fleet: Fleet
  readonly clients: Clients
  readonly dice: Dice
  readonly id: string
}

export type Step = (scene: Scene) => void

const second = 1_000

/** An amount that is in no other request. */
const ownCents = (id: string, index: number): number => {
  const [day = 0, step = 0] = id.split(".").map(Number)
  return day * 100_000 + step * 1_000 + index + 1
}

/** One of a few days, so that several replicas change the same one. */
const someDate = ({ dice, fleet }: Scene) => plusDays(fleet.book.today(), -dice.between(1, 6))

const keyOf = ({ dice, id }: Scene) => dice.chance(0.5) ? `key-${id}` : undefined

const correctThrough = (scene: Scene, through?: Life) => {
  const { clients, dice, fleet, id } = scene
  const date = dice.chance(0.15) && through === undefined ? fleet.book.today() : someDate(scene)
  const actor = `person ${id}`
  const call = json("PUT", "/api/admin/turnover", { date, amount: ownCents(id, 0) / 100, reason: "counted", actor })
  clients.send(`correction ${id}`, call, 1, (row) => row.actor === actor, keyOf(scene), through)
}

const correct: Step = (scene) => correctThrough(scene)

const withdraw: Step = (scene) => {
  const { clients, id } = scene
  const actor = `person ${id}`
  const call = json("DELETE", `/api/admin/turnover/${someDate(scene)}`, { reason: "wrong day", actor })
  clients.send(`withdrawal ${id}`, call, 1, (row) => row.actor === actor, keyOf(scene))
}

const markDay: Step = (scene) => {
  const { clients, dice, fleet, id } = scene
  const actor = `person ${id}`
  const [date, closed] = dice.chance(0.2) ? [fleet.book.today(), true] : [someDate(scene), dice.chance(0.6)]
  const call = json("PUT", `/api/admin/days/${date}`, { closed, note: `note ${id}`, actor })
  clients.send(`mark ${id}`, call, 1, (row) => row.actor === actor, keyOf(scene))
}

const importFile: Step = (scene) => {
  const { clients, dice, fleet, id } = scene
  const count = dice.between(1, 5)
  const amounts = Array.from({ length: count }, (_, index) => ownCents(id, index))
  const lines = amounts.map((cents, index) => `${plusDays(fleet.book.today(), -1 - index)},${(cents / 100).toFixed(2)}`)
  const call = {
    method: "POST",
    url: "/api/admin/import",
    headers: { ...withToken, "content-type": "text/csv" },
    body: ["date,amount", ...lines, ""].join("\n")
  }
  const isOwn = (row: { readonly action: string; readonly after_cents: number | null; readonly actor: string }) =>
    row.actor === "admin" && (row.action === "open" || amounts.includes(row.after_cents ?? -1))
  clients.send(`import ${id}`, call, count, isOwn, undefined)
}

const resend: Step = ({ dice, fleet }) => {
  const ids = fleet.outbox.someUnsent()
  const [life] = fleet.serving()
  const id = ids[dice.between(0, Math.max(0, ids.length - 1))]
  if (id === undefined || life === undefined) return
  fleet.outbox.resent()
  fleet.put(life, { method: "POST", url: `/api/admin/notifications/${id}/resend`, headers: withToken }, () => undefined)
}

const reload: Step = ({ fleet }) => {
  const [life] = fleet.serving()
  if (life !== undefined) fleet.reload(life)
}

/** Applies a fault in the middle of the following work. A change is requested at once, so that there is some. */
const inTheMiddle = (scene: Scene, fall: () => void) => {
  if (scene.dice.chance(0.3)) return fall()
  scene.fleet.lieInWait(scene.dice.between(1, 40), fall)
  correct(scene)
}

/** Applies a fault to a running replica. */
const toSome = (how: (scene: Scene, life: Life) => void): Step => (scene) =>
  inTheMiddle(scene, () => {
    const life = scene.fleet.some()
    if (life !== undefined && life.troubledSince === undefined) how(scene, life)
  })

const lose = ({ dice, fleet }: Scene, life: Life) => {
  fleet.kill(life, dice.chance(0.3))
  fleet.clock.after(dice.between(0, 8 * second), () => fleet.launch(life.member))
}

const loseSome = (scene: Scene) => {
  const life = scene.fleet.some()
  if (life !== undefined && life.troubledSince === undefined) lose(scene, life)
}

const kill: Step = (scene) => inTheMiddle(scene, () => loseSome(scene))

const stop = toSome(({ dice, fleet }, life) => {
  fleet.stop(life)
  fleet.clock.after(dice.between(11 * second, 15 * second), () => fleet.launch(life.member))
})

const pause = toSome(({ dice, fleet }, life) => fleet.pause(life, dice.between(200, 12 * second)))

const cut = toSome(({ dice, fleet }, life) => fleet.cut(life, dice.chance(0.4)))

const cutOff = toSome(({ dice, fleet }, life) => fleet.cutOff(life, dice.between(200, 10 * second)))

/** Another replica stores a change, and one replica is not notified of it: its regular poll of the database has to detect the change. */
const deafen: Step = (scene) => {
  const { dice, fleet } = scene
  const well = fleet.well()
  const deaf = well[dice.between(0, Math.max(0, well.length - 1))]
  const other = well.find((life) => life !== deaf)
  if (deaf === undefined || other === undefined) return
  fleet.deafen(deaf, dice.between(4 * second, 10 * second))
  fleet.live(dice.between(0, second))
  correctThrough(scene, other)
  fleet.live(2.5 * second)
  fleet.readDeaf(deaf)
}

const setAhead = toSome(({ dice, fleet }, life) =>
  fleet.setAhead(life, dice.pick([-1, 1, 1]) * dice.between(3 * second, 7_200 * second), dice.between(2 * second, 20 * second))
)

const crash: Step = (scene) => inTheMiddle(scene, () => scene.fleet.crash(scene.dice.between(100, 4 * second)))

/**
 * Sometimes a replica is lost in the moment in which the server's clock is set right. If that replica holds the lease, the lease
 * ends in the future.
 */
const serverClock: Step = (scene) => {
  const { dice, fleet } = scene
  inTheMiddle(scene, () => {
    const duration = dice.between(2 * second, 20 * second)
    fleet.setServerAhead(dice.pick([-1, 1, 1]) * dice.between(3 * second, 7_200 * second), duration)
    if (dice.chance(0.7)) fleet.clock.after(duration, () => loseSome(scene))
  })
}

const readOnly: Step = (scene) => inTheMiddle(scene, () => scene.fleet.refuseChanges(scene.dice.between(500, 15 * second)))

const loseCommits: Step = (scene) => {
  scene.fleet.disturb({ cut: 0.3, slow: 0 }, scene.dice.between(second, 6 * second))
  correct(scene)
}

const slowDown: Step = ({ dice, fleet }) => fleet.disturb({ cut: 0, slow: 0.1 }, dice.between(second, 6 * second))

/** Every step by its name in the trace, with its weight. */
export const steps: Readonly<Record<string, readonly [weight: number, Step]>> = {
  correct: [30, correct],
  withdraw: [6, withdraw],
  markDay: [6, markDay],
  import: [8, importFile],
  resend: [3, resend],
  reload: [3, reload],
  kill: [5, kill],
  stop: [2, stop],
  pause: [5, pause],
  cut: [5, cut],
  cutOff: [4, cutOff],
  deafen: [3, deafen],
  setAhead: [4, setAhead],
  crash: [2, crash],
  serverClock: [4, serverClock],
  readOnly: [3, readOnly],
  loseCommits: [5, loseCommits],
  slowDown: [2, slowDown]
}
