import { byId, setText, show } from "../shared/dom.ts"

/** Shows the number of failed messages on the tab, as of the last response. */
export const showFailed = (failed: number) => {
  const badge = byId("failed-count")
  setText(badge, String(failed))
  show(badge, failed > 0)
}
