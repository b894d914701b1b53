import { adminWords } from "../../../words/Admin.ts"
import { attemptsWords } from "../../../words/Attempts.ts"
import { auditWords } from "../../../words/Audit.ts"
import { goalsWords } from "../../../words/Goals.ts"
import { healthWords } from "../../../words/Health.ts"
import { importWords } from "../../../words/Import.ts"
import { messagesWords } from "../../../words/Messages.ts"
import { missingWords } from "../../../words/Missing.ts"
import { peopleWords } from "../../../words/People.ts"
import { problemWords } from "../../../words/Problems.ts"
import { refusalWords } from "../../../words/Refusals.ts"
import { setupWords } from "../../../words/Setup.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { shopWords } from "../../../words/Shop.ts"
import { tableWords } from "../../../words/Tables.ts"
import { tillWords } from "../../../words/Till.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { makeClock } from "../shared/live/clock.ts"
import { ApiError, request } from "../shared/request.ts"
import { sentenceOf } from "../shared/result.ts"
import { goToSignIn, whoIsThere } from "../shared/session.ts"
import type { Identity, Role } from "../shared/session.ts"
import { startSignOut } from "../shared/sign-out.ts"
import { startSwitches } from "../shared/switches.ts"
import { startAudit } from "./audit/audit.ts"
import { startConnection } from "./connection.ts"
import { startGoals } from "./goals.ts"
import { startHealth } from "./health/health.ts"
import { startImport } from "./import/import.ts"
import { become, may } from "./me.ts"
import { startMessages } from "./messages/messages.ts"
import { startMissing } from "./missing/missing.ts"
import { startPeople } from "./people/people.ts"
import { startSettings } from "./settings/settings.ts"

/** `open` when it is shown, `changed` when the server says that figures did while it is, `glance` while another room is */
export type Room = { open?: () => void; close?: () => void; changed?: () => void; relabel?: () => void; glance?: () => void }

/** The rooms, each with the role that it needs. */
const needs: Record<string, Role> = {
  missing: "entry",
  import: "manager",
  messages: "manager",
  goals: "manager",
  audit: "view",
  people: "admin",
  settings: "admin",
  system: "manager"
}
const names = Object.keys(needs)

/** The rooms that the person may enter. */
const mine = () => names.filter((name) => may(needs[name] ?? "admin"))

const clock = makeClock()
let shop = ""
let entered = false
let current = ""

addWords(
  sharedWords,
  adminWords,
  refusalWords,
  problemWords,
  importWords,
  messagesWords,
  attemptsWords,
  auditWords,
  goalsWords,
  missingWords,
  healthWords,
  setupWords,
  shopWords,
  peopleWords,
  tableWords,
  tillWords
)
translate()
startSwitches()

const rooms: Record<string, Room> = {
  missing: startMissing(),
  import: startImport(),
  messages: startMessages(),
  audit: startAudit(),
  goals: startGoals(clock),
  people: startPeople(clock),
  settings: startSettings(),
  system: startHealth(clock)
}

const showRoom = () => {
  if (!entered) return
  const asked = location.hash.slice(1).split("=")[0] ?? ""
  const name = mine().find((each) => each === asked) ?? mine()[0] ?? "audit"
  if (name !== current) rooms[current]?.close?.()
  current = name
  for (const each of names) show(byId(`room-${each}`), each === name)
  for (const link of document.querySelectorAll(".tabs a")) {
    if (link.getAttribute("href") === `#${name}`) {
      link.setAttribute("aria-current", "page")
      link.scrollIntoView({ block: "nearest", inline: "nearest" })
    } else link.removeAttribute("aria-current")
  }
  rooms[name]?.open?.()
}

const renderTitle = () => {
  setText(byId("shop"), shop || t("admin"))
  document.title = t("admin.page", { shop })
}

const loadShop = async () => {
  const metrics = await request("api/metrics").catch(() => undefined)
  if (metrics === undefined) return
  shop = String(metrics.shop_name)
  clock.hear(String(metrics.server_now))
  clock.follow(metrics.today)
  renderTitle()
  // The room of people needs the shop's date, which is known only now.
  if (current === "people") rooms[current]?.open?.()
}

/** The information in the tabs about rooms that are not open. */
const glance = () => {
  for (const name of mine()) if (name !== current) rooms[name]?.glance?.()
}

const refreshRoom = () => {
  if (!entered || document.hidden) return
  rooms[current]?.changed?.()
  glance()
}

onLanguage(() => {
  renderTitle()
  for (const room of Object.values(rooms)) room.relabel?.()
})
addEventListener("hashchange", showRoom)

const enter = (who: Identity) => {
  become(who)
  show(byId("leave"), true)
  entered = true
  show(byId("rooms"), true)
  showRoom()
  glance()
}

const identify = async () => {
  show(byId("unreached"), false)
  try {
    enter(await whoIsThere())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return goToSignIn(false)
    setText(byId("unreached-text"), sentenceOf(error))
    show(byId("unreached"), true)
  }
}

startSignOut("sign-in")
byId("unreached-retry").addEventListener("click", () => void identify())
void loadShop()
startConnection(clock, refreshRoom)
void identify()
