// @ts-check
import { byId, setText, show } from "../shared/dom.js"

/** The number of failed messages beside the tab, as the last answer has it. @param {number} failed */
export const showFailed = (failed) => {
  const badge = byId("failed-count")
  setText(badge, String(failed))
  show(badge, failed > 0)
}
