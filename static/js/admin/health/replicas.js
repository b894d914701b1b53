// @ts-check
import { el } from "../../shared/dom.js"
import { settingName } from "../../shared/faults.js"
import { dateTime } from "../../shared/format/times.js"
import { t } from "../../shared/language.js"

/** @typedef {import("./report.js").Health["replicas"][number]} Replica */

/** The names that people know for the keys of settings. @param {ReadonlyArray<string>} keys */
export const settingList = (keys) => keys.map(settingName).join(t("setting.and"))

/** @param {Replica} replica @param {number} index */
const item = ({ answers, config_fault, differs, id, last_seen, sending, since, version }, index) =>
  el("li", {}, el("strong", {}, id ?? t("health.replica.unnamed", { n: index + 1 })), el("span", {}, [
    t("health.replica.version", { version }),
    ...(sending ? [t("health.replica.sends")] : []),
    ...(answers ? [t("health.replica.answers")] : [])
  ].join(" · ")), el("span", { class: "muted" }, t("health.replica.seen", { since: dateTime(since), seen: dateTime(last_seen) })),
    config_fault ? el("span", { class: "warn" }, t("health.replica.fault")) : null,
    differs.length > 0 ? el("span", { class: "warn" }, t("health.replica.differs", { keys: settingList(differs) })) : null)

/** The processes that serve one database; empty if there is only one. @param {ReadonlyArray<Replica>} replicas @returns {Node[] | undefined} */
export const replicaList = (replicas) => {
  if (replicas.length < 2) return undefined
  const versions = new Set(replicas.map(({ version }) => version))
  return [
    el("ul", { class: "replicas" }, ...replicas.map(item)),
    ...(versions.size > 1 ? [el("p", { class: "muted" }, t("health.replica.versions"))] : [])
  ]
}
