import type { Responses } from "../../../src/Api/Responses.ts"
import { moneyRange } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import type { Health } from "./health/report.ts"

export type Setup = Responses["setup"]
/** `go` is the room where it is set; none for what no page sets. */
export type Step = { title: string; done: boolean; text: string; go: { label: string; href: string } | null }

const inSettings = (key: string) => ({ label: t("setup.go"), href: `#settings=${key}` })

/** What happens to a day that nobody enters: invent a figure, or wait. */
const withoutFigure = ({ generates, own_ranges: isOwn, source_decided: isDecided, weekday_range, weekend_range }: Setup): Step => {
  const ranges = t("setup.ranges.text", { weekday: moneyRange(weekday_range), weekend: moneyRange(weekend_range) })
  return {
    title: t("setup.without"),
    done: isDecided && (isOwn || !generates),
    text: generates ? isOwn ? ranges : ranges + t("setup.ranges.default") : t("setup.ranges.none"),
    go: inSettings("amount_source")
  }
}

const chat = (setup: Setup, { notifications: { failed } }: Health): Step => ({
  title: t("setup.chat"),
  done: setup.chat && failed === 0,
  text: !setup.chat ? t("setup.chat.open") : failed > 0 ? counted("setup.chat.failed", failed) : t("setup.chat.text"),
  go: setup.chat ? { label: t("setup.chat.go"), href: "#messages" } : inSettings("chat_webhook_url")
})

/** What a new shop has to set, in the order in which a shop decides it. */
export const stepsOf = (setup: Setup, health: Health): Step[] => {
  const { cutoff_time: time, people, remind_minutes } = setup
  const isServer = health.database.kind === "postgres"
  return [
    {
      title: t("setup.shop"),
      done: setup.named,
      text: t("setup.shop.text", { shop: setup.shop_name, time, zone: setup.time_zone }),
      go: inSettings("shop_name")
    },
    ...(setup.day_starts_in_doubt
      ? [{ title: t("setup.start"), done: false, text: t("setup.start.text", { time }), go: inSettings("day_starts_at") }]
      : []),
    {
      title: t("setup.token"),
      done: setup.strong_token,
      text: t(setup.strong_token ? "setup.token.text" : "setup.token.weak"),
      go: null
    },
    withoutFigure(setup),
    chat(setup, health),
    {
      title: t("setup.people"),
      done: people > 0,
      text: people > 0 ? counted("setup.people.text", people) : t("setup.people.open"),
      go: { label: t("setup.people.go"), href: "#people" }
    },
    {
      title: t("setup.reminder"),
      done: remind_minutes > 0,
      text: remind_minutes > 0 ? counted("setup.reminder.text", remind_minutes) : t("setup.reminder.open"),
      go: inSettings("remind_minutes")
    },
    {
      title: t("setup.backup"),
      done: setup.backup || isServer,
      text: t(isServer ? "setup.backup.server" : setup.backup ? "setup.backup.text" : "setup.backup.open"),
      go: inSettings("backup_dir")
    },
    {
      title: t("setup.access"),
      done: setup.access === "private",
      text: t(setup.access === "private" ? "setup.access.text" : "setup.access.open"),
      go: inSettings("access")
    }
  ]
}
