import { byId, el, show } from "../shared/dom.ts"
import { t } from "../shared/language.ts"
import { leadsToEntry } from "./entry-link.ts"
import type { Metrics } from "./metrics.ts"

/**
 * In a shop that has not decided where its amounts come from: that nobody has entered one for a week, and what to do. It takes the
 * place of the line about the cutoff, so that nothing moves.
 */
export const renderNobody = ({ counted: { today: { state } }, estimated_in_a_row: n = 0 }: Metrics) => {
  const line = byId("nobody")
  show(line, n > 0 && state !== "entered" && state !== "running")
  if (line.hidden) return
  line.replaceChildren(...[
    el("p", { class: "need" }, t("nobody", { n })),
    ...leadsToEntry()
      ? [el("a", { href: "admin#people" }, t("nobody.invite")), " · ", el("a", { href: "admin#settings=amount_source" }, t("nobody.never"))]
      : []
  ])
}
