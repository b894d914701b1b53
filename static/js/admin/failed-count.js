// @ts-check
import { byId, setText, show } from "../shared/dom.js"

/** Shows the number of failed messages on the tab, as of the last response. @param {number} failed */
export const showFailed = (failed) => {
  const badge = byId("failed-count")
  setText(badge, String(failed))
  show(badge, failed > 0)
}
