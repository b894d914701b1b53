import { weekdayOf } from "../Almanac.ts"
import { same } from "../Broken.ts"
import type { Dice } from "../Dice.ts"
import { mainBot } from "../model/Lines.ts"
import type { Settings } from "../Rules.ts"
import { configText, type World } from "../World.ts"
import { inspect } from "./Inspect.ts"
import { launch } from "./Launch.ts"
import { codeOf, withToken } from "./Requests.ts"
import type { Step } from "./Step.ts"
import { earliest, someCents, someMonth } from "./Values.ts"

/** The settings know no month before the first day that can be stored. */
const someGoals = (world: World, dice: Dice): Settings["goals"] => {
  const month = someMonth(world, dice)
  const ofMonth = month < earliest ? {} : { [month]: someCents(dice) }
  return dice.pick<Settings["goals"]>([{}, { default: someCents(dice) }, { ...ofMonth, default: 9_999_999 }])
}

/** Chats for a reload: one is added, removed or added again, or topics change. */
const someChats = (world: World, dice: Dice): Pick<Settings, "about" | "chats"> => {
  const { about, chats } = world.onDisk().settings
  const all = world.shopChats
  if (all.chats.length === 0 || !dice.chance(0.35)) return { about, chats }
  // Two chats with one bot have different topics; otherwise it would be unknown whose message a request carries.
  const sharing = all.chats.some(({ bot }) => bot === mainBot) ? all.about : []
  return dice.weighted<Pick<Settings, "about" | "chats">>([
    [3, all],
    [2, { about: [], chats: all.chats.slice(1) }],
    [2, { about: sharing, chats: all.chats.slice(0, 1) }],
    [1, { about: [], chats: [] }]
  ])
}

/** Report times, some of which are due within minutes, or were due just before. */
const someReports = (world: World, dice: Dice, nowMinute: number): Settings["reports"] => {
  const today = world.calendar.dateAt(world.clock.wall())
  const minute = dice.weighted<number>([[2, Math.min(1439, nowMinute + dice.between(0, 3))], [
    2,
    Math.max(0, nowMinute - dice.between(0, 90))
  ], [
    2,
    dice.between(0, 1439)
  ]])
  const weekly = { day: dice.chance(0.6) ? weekdayOf(today) : dice.between(0, 6), minute }
  const monthly = { day: dice.chance(0.6) ? Number(today.slice(8)) : dice.between(1, 31), minute }
  return dice.pick<Settings["reports"]>([{ weekly, monthly: null }, { weekly: null, monthly }, { weekly, monthly }, {
    weekly: null,
    monthly: null
  }])
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
  const start = dice.weighted<number>([[8, current.start], [1, 0], [1, 4 * 60], [1, dice.between(0, 12 * 60)]])
  return {
    // A shop whose days begin at 04:00 settles before that.
    cutoff: start !== current.start && start === 4 * 60 ? 2 * 60 + 30 : cutoff,
    start,
    shop: dice.chance(0.1) ? `门店 ${dice.between(1, 99)}` : current.shop,
    ...someChats(world, dice),
    // Two chats with one bot have its secret.
    secret: dice.chance(0.1) && world.shopChats.chats.every(({ bot }) => bot !== mainBot)
      ? dice.pick(["", "s3cret-one", "s3cret-two"])
      : current.secret,
    weekday: dice.chance(0.1) ? [low, low + dice.between(0, 300_000)] : current.weekday,
    weekend: dice.chance(0.1) ? [low, low + dice.between(0, 300_000)] : current.weekend,
    fallback: dice.chance(0.1) ? dice.pick(["auto", "auto", "auto", "always"]) : current.fallback,
    importNotify: dice.chance(0.15) ? dice.pick(["per_row", "per_row", "digest", "none"]) : current.importNotify,
    remind: dice.chance(0.2) ? dice.pick([0, 1, 30, 60, 720]) : current.remind,
    silence: dice.chance(0.1) ? dice.pick([0, 0, 5, 60]) : current.silence,
    publicUrl: dice.chance(0.1) ? dice.pick(["", "https://shop.example", "https://shop.example/turnover"]) : current.publicUrl,
    goals: dice.chance(0.2) ? someGoals(world, dice) : current.goals,
    reports: dice.chance(0.25) ? someReports(world, dice, nowMinute) : current.reports,
    holidayRanges: dice.chance(0.1) ? dice.chance(0.5) : current.holidayRanges,
    source: dice.chance(0.15) ? dice.pick(["range", "range", "none"]) : current.source
  }
}

const call = { method: "POST", url: "/api/admin/reload_cutoff", headers: withToken }

export const reload: Step = (world, dice) => {
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
    const before = [model.audits.length, { ...model.outbox.counts }]
    const answer = world.ask(call)
    same("an invalid file is refused", codeOf(answer), [422, "invalid_config"])
    same("a reload that failed changed nothing", [model.audits.length, model.outbox.counts], before)
    inspect(world, dice)
    return world.write(kept.text, kept.settings)
  }
  world.write(good, settings)
  model.reloads(settings)
  if (dice.chance(0.05)) {
    world.askAndKill(call, dice.between(0, 80))
    return launch(world, dice)
  }
  accepted(world)
}

const accepted = (world: World) => {
  const answer = world.ask(call)
  same("a valid file is accepted", answer.status, 200)
  world.model.reloaded()
}

/** Messages for a removed chat are sent once there is a chat with its name again. */
export const addChatsAgain = (world: World): void => {
  const settings = { ...world.onDisk().settings, ...world.shopChats }
  world.write(configText(settings), settings)
  world.model.reloads(settings)
  accepted(world)
}
