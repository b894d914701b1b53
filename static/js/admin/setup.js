// @ts-check
import { admin } from "../shared/admin.js"
import { copyText } from "../shared/clipboard.js"
import { byId, el, setText } from "../shared/dom.js"
import { money } from "../shared/format/money.js"
import { t } from "../shared/language.js"
import { remembered } from "../shared/store.js"
import { may } from "./me.js"

/** @typedef {import("../../../src/Api/Responses.ts").Responses["setup"]} Setup */
/** @typedef {{ title: string, done: boolean, text: string, line?: string, way?: Node }} Step `line` is for config.json */

/** @param {{ min: number, max: number }} range */
const rangeText = ({ max, min }) => `${money(min)}–${money(max)}`

/** @param {Setup["weekday_range"]} range */
const pair = ({ max, min }) => `[${min}, ${max}]`

/** @param {Setup} setup @param {boolean} ownBackup whether the database has backups of its own @returns {Step[]} */
const stepsOf = (setup, ownBackup) => {
  const { cutoff_time: time, fallback_push, people, remind_minutes, weekday_range, weekend_range } = setup
  const ranges = t("setup.ranges.text", { weekday: rangeText(weekday_range), weekend: rangeText(weekend_range) })
  return [
    {
      title: t("setup.shop"),
      done: setup.named,
      text: t("setup.shop.text", { shop: setup.shop_name, time, zone: setup.time_zone }),
      line: t("setup.shop.line", { time })
    },
    { title: t("setup.token"), done: setup.strong_token, text: t(setup.strong_token ? "setup.token.text" : "setup.token.weak") },
    {
      title: t("setup.ranges"),
      done: setup.own_ranges || !setup.generates,
      text: !setup.generates ? t("setup.ranges.none") : setup.own_ranges ? ranges : ranges + t("setup.ranges.default"),
      line: `"weekday_range": ${pair(weekday_range)}, "weekend_range": ${pair(weekend_range)}`
    },
    {
      title: t("setup.chat"),
      done: setup.chat,
      text: t(setup.chat ? "setup.chat.text" : "setup.chat.open"),
      line: "\"chat_webhook_url\": \"https://open.feishu.cn/open-apis/bot/v2/hook/…\""
    },
    {
      title: t("setup.again"),
      done: fallback_push !== null,
      text: t(fallback_push === null ? "setup.again.open" : fallback_push === "auto" ? "setup.again.auto" : "setup.again.always"),
      line: "\"fallback_push\": \"auto\""
    },
    {
      title: t("setup.people"),
      done: people > 0,
      text: people > 0 ? t("setup.people.text", { n: people }) : t("setup.people.open"),
      way: el("a", { class: "button plain", href: "#people" }, t("setup.people.go"))
    },
    {
      title: t("setup.reminder"),
      done: remind_minutes > 0,
      text: remind_minutes > 0 ? t("setup.reminder.text", { n: remind_minutes }) : t("setup.reminder.open"),
      line: "\"remind_minutes\": 30"
    },
    {
      title: t("setup.backup"),
      done: setup.backup || ownBackup,
      text: t(ownBackup ? "setup.backup.server" : setup.backup ? "setup.backup.text" : "setup.backup.open"),
      line: "\"backup_dir\": \"/mnt/backup/turnover\""
    },
    {
      title: t("setup.access"),
      done: setup.access === "private",
      text: t(setup.access === "private" ? "setup.access.text" : "setup.access.open"),
      line: "\"access\": \"private\""
    }
  ]
}

/** @param {string} line */
const copyLine = (line) => {
  const code = el("code", {}, line)
  const button = el("button", {
    type: "button",
    class: "quiet",
    "aria-label": `${t("copy")} ${line}`,
    click: async () => {
      if (await copyText(line, code)) setText(button, t("copied"))
    }
  }, t("copy"))
  return el("p", { class: "line" }, code, button)
}

/** @param {Step} step */
const row = ({ done, line, text, title, way }) =>
  el("li", { "data-done": done },
    el("span", { class: "box", role: "img", "aria-label": t(done ? "setup.done" : "setup.open") }, done ? "✓" : ""),
    el("div", {}, el("h3", {}, title), el("p", {}, text), done || line === undefined ? null : copyLine(line)), done ? null : way)

/** The list of settings that are made and those that are still open. A user who has decided can fold the list. */
export const startSetup = () => {
  const space = byId("setup")
  /** @type {Setup | undefined} */
  let setup
  let ownBackup = false

  const steps = () => setup === undefined ? [] : stepsOf(setup, ownBackup)
  const left = () => steps().filter(({ done }) => !done).length

  const render = () => {
    const all = steps()
    if (all.length === 0) return space.replaceChildren()
    // Listens to clicks because the event `toggle` comes later: if the list is drawn again or the page is left before it, the
    // choice would be lost. A key press also causes a click.
    const choose = () => remembered.set("setup", details.open && left() > 0 ? "folded" : null)
    const title = el("h3", {}, t("setup.title", { all: all.length, done: all.length - left() }))
    const details = el("details", { open: left() > 0 && remembered.get("setup") !== "folded" }, el("summary", { click: choose }, title),
      el("ul", {}, ...all.map(row)), el("p", { class: "muted" }, t("setup.then")))
    space.replaceChildren(details)
  }

  return {
    render,
    /** The number of open settings that are not folded. */
    left: () => remembered.get("setup") === "folded" ? 0 : left(),
    /** @param {string} database its kind */
    load: async (database) => {
      if (!may("admin")) return
      ownBackup = database === "postgres"
      // The list is optional: the room works without it.
      setup = await admin("GET", "setup").catch(() => setup)
      render()
    }
  }
}
