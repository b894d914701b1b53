import type { Responses } from "../../../../src/Api/Responses.ts"
import { admin } from "../../shared/admin.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import type { Fault } from "../../shared/faults.ts"
import { known, t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"
import { ApiError } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import type { Room } from "../main.ts"
import { furtherChats, mainOf } from "./chats.ts"
import type { Failed, Members } from "./chats.ts"
import type { Control } from "./fields.ts"
import { groups, several } from "./groups.ts"

type Settings = Responses["settings"]

const nameOf = (key: string) => key === "goals" ? t("shop.goal") : known(`setting.${key}`) ?? key

/** Where the value of a field of the file is typed, such as `currency`, `weekday_range` or `chats[0].url`. */
const controlOf = (field: string): HTMLElement | undefined => {
  const [key = "", index, member] = field.match(/[^.[\]]+/g) ?? []
  const place = index !== undefined && key === "chats"
    ? document.querySelectorAll(".chat-list > .chat")[Number(index)]?.querySelector(`[name="${member}"]`)
    : document.getElementById(`set-${key}`) ?? document.getElementById(`label-${key}`)?.parentElement?.querySelector("input, select")
  return place instanceof HTMLElement ? place : undefined
}

/** The settings of `config.json`: each with its present value, stored together. */
export const startSettings = (): Room => {
  const form = byId<HTMLFormElement>("settings-form")
  const result = byId("settings-result")
  let settings: Settings | undefined
  /** What the controls read right after they are drawn: only what differs from it is a change. */
  let initial: Members = {}
  let readers: [key: string, read: () => unknown][] = []
  let busy = false

  const typed = (): Members => Object.fromEntries(readers.map(([key, read]) => [key, read()]))

  /** What is typed and not stored: null for a key that is no longer set. */
  const changes = (): Members => {
    const now = typed()
    const keys = Object.keys(now).filter((key) => JSON.stringify(now[key]) !== JSON.stringify(initial[key]))
    return Object.fromEntries(keys.map((key) => [key, now[key] ?? null]))
  }

  const names = (keys: ReadonlyArray<string>) => keys.map(nameOf).join(t("list.comma"))

  const renderChanges = () => {
    const keys = Object.keys(changes())
    setText(byId("settings-changes"), keys.length === 0 ? "" : t("shop.changes", { names: names(keys) }))
    show(byId("settings-actions"), keys.length > 0)
  }

  const pending = () => ({ hash: settings?.hash ?? "", set: changes() })

  const row = (key: string, { element }: Control, isSet: boolean) => {
    const hint = known(key === "goals" ? "shop.hint.goal" : `shop.hint.${key}`) ?? ""
    const notes = [hint, isSet ? "" : t("shop.unset")].filter((note) => note !== "").join(" · ")
    const note = el("small", { id: `note-${key}` }, notes)
    if (notes !== "") element.setAttribute("aria-describedby", note.id)
    if (!several.has(key)) {
      element.id = `set-${key}`
      return el("div", { class: "field" }, el("label", { for: element.id }, nameOf(key)), element, note)
    }
    const label = el("span", { id: `label-${key}` }, nameOf(key))
    element.setAttribute("role", "group")
    element.setAttribute("aria-labelledby", label.id)
    return el("div", { class: "field" }, label, element, note)
  }

  /** @param over what is typed and not stored */
  const render = (over: Members) => {
    if (settings === undefined) return
    const { default: fallback, file, kept, set } = settings
    readers = []
    const draw = (values: Members) => {
      readers = []
      const drawn = groups.map(([name, fields]) => {
        const rows: HTMLElement[] = fields.map(([key, control]) => {
          const made = control(values[key] ?? (key === "amount_source" ? undefined : fallback[key]) ?? undefined)
          readers.push([key, made.read])
          return row(key, made, key in set)
        })
        if (name === "chats") {
          const main = mainOf(values, pending, failed)
          const further = furtherChats(values["chats"], pending, failed)
          for (const key of ["chat_webhook_url", "chat_secret", "chat_kind"]) readers.push([key, () => main.read()[key]])
          readers.push(["chats", further.read])
          rows.push(main.element, further.element)
        }
        return el("fieldset", { class: "group" }, el("legend", {}, t(`shop.group.${name}` as Key)), ...rows)
      })
      byId("settings-groups").replaceChildren(...drawn)
    }
    draw(set)
    initial = typed()
    if (Object.keys(over).length > 0) draw({ ...set, ...over })
    show(byId("settings-kept"), kept !== null)
    if (kept !== null) setText(byId("settings-kept"), t(`shop.kept.${kept}`, { file }))
    setText(byId("settings-save"), t(kept === null ? "shop.save" : "shop.lines"))
    renderChanges()
  }

  const showLines = (lines: ReadonlyArray<string>) => {
    show(byId("settings-lines"), lines.length > 0)
    setText(byId("settings-lines"), lines.join("\n"))
  }

  /** Reads the settings again. What is typed and not stored stays. */
  const load = async () => {
    try {
      const next: Settings = await admin("GET", "settings")
      if (settings !== undefined && next.hash === settings.hash && next.kept === settings.kept) return
      const over = changes()
      settings = next
      render(over)
    } catch (error) {
      say(result, "bad", () => sentenceOf(error))
    }
  }

  const failed: Failed = async (error, place) => {
    if (error instanceof ApiError && error.code === "changed_meanwhile") {
      await load()
      // The place of a chat is drawn again.
      say(result, "bad", () => t("shop.meanwhile"))
      return
    }
    const faults: Fault[] = error instanceof ApiError && Array.isArray(error.body["errors"]) ? error.body["errors"] : []
    const found = faults.flatMap(({ field }) => controlOf(field) ?? [])
    for (const control of found) control.setAttribute("aria-invalid", "true")
    found[0]?.scrollIntoView({ block: "center" })
    found[0]?.focus({ preventScroll: true })
    say(place, "bad", () => sentenceOf(error))
  }

  const save = async () => {
    if (busy || settings === undefined) return
    const asked = pending()
    busy = true
    showLines([])
    try {
      const { changed, settings: next }: Responses["changeSettings"] = await admin("PUT", "settings", asked)
      settings = next
      render({})
      say(result, "good", () => t("shop.saved", { names: names(changed) }))
    } catch (error) {
      if (error instanceof ApiError && Array.isArray(error.body["lines"])) showLines(error.body["lines"])
      await failed(error, result)
    }
    busy = false
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void save()
  })
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLElement) target.removeAttribute("aria-invalid")
    say(result, "none")
    renderChanges()
  })
  byId("settings-undo").addEventListener("click", () => {
    say(result, "none")
    render({})
  })
  /** The setting that the address names, as `#settings=access` does. */
  const lookAt = () => {
    const [, key] = location.hash.split("=")
    if (key !== undefined) controlOf(key)?.focus()
  }
  return { open: () => void load().then(lookAt), changed: () => void load(), relabel: () => render(changes()) }
}
