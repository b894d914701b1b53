import type { Responses } from "../../../src/Api/Responses.ts"
import { firstWords } from "../../../words/First.ts"
import { setupWords } from "../../../words/Setup.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { stepsOf } from "../admin/setup-steps.ts"
import type { Step } from "../admin/setup-steps.ts"
import { byId, el, setText } from "../shared/dom.ts"
import { dayLabel } from "../shared/format/dates.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { startLive } from "../shared/live/stream.ts"
import { isLocal } from "../shared/local.ts"
import { mine } from "../shared/mine.ts"
import { mayEnter } from "../shared/reader.ts"
import { request } from "../shared/request.ts"
import { allows } from "../shared/roles.ts"
import { goToSignIn } from "../shared/session.ts"
import { startSignOut } from "../shared/sign-out.ts"
import { startSwitches } from "../shared/switches.ts"
import type { Metrics } from "./metrics.ts"

const hasFigure = ({ counted: { today }, newest }: Metrics) => newest !== null || today.amount !== null

type SetUp = { phones: ReadonlyArray<string>; steps: () => Step[] }

/** What is left to set up, for a person who may see it. */
const askSetup = async (): Promise<SetUp | undefined> => {
  if (mine.role.get() !== "admin") return undefined
  const [setup, health]: [Responses["setup"], Parameters<typeof stepsOf>[1]] = await Promise.all([
    request("api/admin/setup"),
    request("api/health")
  ])
  return { phones: setup.phones, steps: () => stepsOf(setup, health) }
}

const list = ({ steps }: SetUp) => {
  const done = steps().filter((step) => step.done).map(({ title }) => title)
  const open = steps().filter((step) => !step.done)
  return el("ul", { class: "against" }, done.length === 0 ? null : el("li", { class: "none" }, `✓ ${done.join(t("list.comma"))}`),
    ...open.map(({ go, title }) =>
      el("li", {}, el("span", {}, title), go === null ? null : el("a", { href: `admin${go.href}` }, go.label))
    ))
}

const content = ({ cutoff_time: time, today }: Metrics, setup: SetUp | undefined) => {
  const role = mine.role.get()
  const phone = setup?.phones[0] ?? (isLocal(location.hostname) ? undefined : new URL("./", document.baseURI).href)
  const isNew = document.documentElement.dataset["new"] !== undefined
  if (isNew) {
    return [
      el("h2", {}, t("first.setup")),
      el("p", { class: "actions" }, el("a", { class: "button", href: "setup" }, t("first.setup.go")))
    ]
  }
  return [
    el("p", { class: "none" }, t("first.today", { day: dayLabel(today.date), time })),
    el("h2", {}, t(mayEnter() ? "first.title" : "first.reader")),
    mayEnter()
      ? el("p", { class: "actions" }, el("a", { class: "button", href: "enter" }, t("enter.today")),
        role === null || allows(role, "manager") ? el("a", { class: "button plain", href: "admin#import" }, t("first.import")) : null)
      : "",
    setup === undefined ? "" : list(setup),
    phone === undefined ? "" : el("p", { class: "none" }, t("first.phone", { address: phone }))
  ]
}

/** Shows the first step of a shop without a figure. Resolves to whether it is shown; if not, there are figures, or none can be loaded. */
export const firstStep = async () => {
  let metrics: Metrics | undefined = await request("api/metrics").catch(() => undefined)
  // The HTML may have been kept from before the first figure.
  if (metrics === undefined || hasFigure(metrics)) return false
  const first = metrics
  addWords(sharedWords, setupWords, firstWords)
  translate()
  startSwitches()
  startSignOut("sign-in")
  const place = el("section", { id: "first" })
  let setup: SetUp | undefined = undefined
  const render = () => {
    setText(byId("shop"), first.shop_name)
    document.title = t("page.title", { shop: first.shop_name })
    place.replaceChildren(...content(first, setup))
  }
  onLanguage(render)
  render()
  byId("scene-day").before(place)
  setup = await askSetup().catch(() => undefined)
  render()
  const look = async () => {
    metrics = await request("api/metrics").catch(() => undefined)
    if (metrics !== undefined && hasFigure(metrics)) location.reload()
  }
  startLive({
    onTick: () => undefined,
    onRefresh: () => void look(),
    onReturn: () => void look(),
    onSignedOut: () => goToSignIn(true),
    onConnection: (connection) => {
      const state = connection === "open" ? "on" : "off"
      byId("pulse").dataset["state"] = state
      setText(byId("pulse-text"), t(`live.${state}`))
      if (state === "on") void look()
    }
  })
  return true
}
