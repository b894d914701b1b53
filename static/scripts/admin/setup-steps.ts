import type { Responses } from "../../../src/Api/Responses.ts"
import { moneyRange } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import type { Health } from "./health/report.ts"

export type Setup = Responses["setup"]
/** `line` is for config.json, `go` an address */
type Way = { label: string; line?: string; go?: string }
/** `name` as in the address `#system=chat` */
export type Step = { name: string; title: string; done: boolean; text: string; ways: Way[] }

const pair = ({ max, min }: Setup["weekday_range"]) => `[${min}, ${max}]`

/** What happens to a day that nobody enters: invent a figure, or wait. */
const withoutFigure = ({ generates, own_ranges: isOwn, source_decided: isDecided, weekday_range, weekend_range }: Setup): Step => {
  const ranges = t("setup.ranges.text", { weekday: moneyRange(weekday_range), weekend: moneyRange(weekend_range) })
  return {
    name: "without",
    title: t("setup.without"),
    done: isDecided && (isOwn || !generates),
    text: generates ? ranges + t(isOwn ? "setup.ranges.own" : "setup.ranges.default") : t("setup.ranges.none"),
    ways: [
      { label: t("setup.wait"), line: "\"amount_source\": {\"kind\": \"none\"}" },
      {
        label: t("setup.estimate"),
        line: `"amount_source": {"kind": "range"}, "weekday_range": ${pair(weekday_range)}, "weekend_range": ${pair(weekend_range)}`
      }
    ]
  }
}

const chat = (setup: Setup, { notifications: { failed } }: Health): Step => ({
  name: "chat",
  title: t("setup.chat"),
  done: setup.chat && failed === 0,
  text: !setup.chat ? t("setup.chat.open") : failed > 0 ? counted("setup.chat.failed", failed) : t("setup.chat.text"),
  ways: setup.chat
    ? [{ label: t("setup.chat.go"), go: "#messages" }]
    : [{ label: t("setup.how"), line: "\"chat_webhook_url\": \"https://open.feishu.cn/open-apis/bot/v2/hook/…\"" }]
})

/** What a new shop has to set, in the order in which a shop decides it. */
export const stepsOf = (setup: Setup, health: Health): Step[] => {
  const { cutoff_time: time, people, remind_minutes } = setup
  const isServer = health.database.kind === "postgres"
  const how = (line: string): Way[] => [{ label: t("setup.how"), line }]
  return [
    {
      name: "shop",
      title: t("setup.shop"),
      done: setup.named,
      text: t("setup.shop.text", { shop: setup.shop_name, time, zone: setup.time_zone }),
      ways: how(t("setup.shop.line", { time }))
    },
    ...(setup.day_starts_in_doubt
      ? [{
        name: "start",
        title: t("setup.start"),
        done: false,
        text: t("setup.start.text", { time }),
        ways: how("\"day_starts_at\": \"05:00\"")
      }]
      : []),
    {
      name: "token",
      title: t("setup.token"),
      done: setup.strong_token,
      text: t(setup.strong_token ? "setup.token.text" : "setup.token.weak"),
      ways: []
    },
    withoutFigure(setup),
    chat(setup, health),
    {
      name: "people",
      title: t("setup.people"),
      done: people > 0,
      text: people > 0 ? counted("setup.people.text", people) : t("setup.people.open"),
      ways: [{ label: t("setup.people.go"), go: "#people" }]
    },
    {
      name: "reminder",
      title: t("setup.reminder"),
      done: remind_minutes > 0,
      text: remind_minutes > 0 ? counted("setup.reminder.text", remind_minutes) : t("setup.reminder.open"),
      ways: how("\"remind_minutes\": 30")
    },
    {
      name: "backup",
      title: t("setup.backup"),
      done: setup.backup || isServer,
      text: t(isServer ? "setup.backup.server" : setup.backup ? "setup.backup.text" : "setup.backup.open"),
      ways: how("\"backup_dir\": \"/mnt/backup/turnover\"")
    },
    {
      name: "access",
      title: t("setup.access"),
      done: setup.access === "private",
      text: t(setup.access === "private" ? "setup.access.text" : "setup.access.open"),
      ways: how("\"access\": \"private\"")
    }
  ]
}
