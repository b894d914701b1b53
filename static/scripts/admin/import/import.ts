import { mostMessages } from "../../../../src/Import/LargestFile.ts"
import { upload } from "../../shared/admin.ts"
import { byId, el, setText } from "../../shared/dom.ts"
import { money } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import { ApiError } from "../../shared/request.ts"
import { sentenceOf } from "../../shared/result.ts"
import type { Room } from "../main.ts"
import { drawPreview } from "./contents.ts"
import { startDrop } from "./drop.ts"
import { addressOf, plainFile } from "./file.ts"
import type { Open } from "./file.ts"
import { countMessages, followMessages } from "./follow.ts"
import type { Planned } from "./preview.ts"
import { questions } from "./questions.ts"
import { NotLoaded, startReading } from "./reading.ts"
import type { Choices } from "./reading.ts"
import { makeStage } from "./stage.ts"
import { startTemplates } from "./template.ts"

const maxBytes = 5 * 1024 * 1024

/** After an upgrade of the service, a file of this page may no longer exist. Reloading the page loads the new one. */
const reloadButton = () =>
  el("p", { class: "actions" }, el("button", {
    type: "button",
    class: "button",
    id: "import-reload",
    click: () => location.reload()
  }, t("reload")))

export const startImport = (): Room => {
  const input = byId("file") as HTMLInputElement
  const stage = makeStage()
  /** Counts the chosen files and their plans, so that a response about an earlier one is ignored. */
  let turn = 0
  let open: Open | null = null
  /** Ends the work on the present file. */
  const leave = () => {
    turn += 1
    open?.reading?.end()
    open = null
    stage.clear()
    byId("room-import").classList.remove("chosen")
  }

  const fail = (error: unknown, present: Open) => {
    stage.rest()
    if (error instanceof ApiError && error.code === "changed_meanwhile") {
      const { current, date } = error.body
      stage.draw("bad", () =>
        current.amount === null ? t("import.overtaken.none", { date }) : t("import.overtaken", { date, amount: money(current.amount) }),
        () => [el("p", { class: "actions" }, el("button", {
          type: "button",
          class: "button",
          id: "import-again",
          click: () =>
            void planned(present)
        }, t("import.preview.again")), cancelButton())])
    } else {
      stage.draw("bad", () => error instanceof NotLoaded ? t("import.not_loaded") : sentenceOf(error), () =>
        error instanceof NotLoaded ? [reloadButton()] : [])
    }
  }

  const cancelButton = () => el("button", { type: "button", class: "button plain", id: "import-cancel", click: cancel }, t("import.cancel"))

  const showPreview = (present: Open) =>
    drawPreview(present, stage, {
      cancelButton,
      choose: (choices) => choose(present, choices),
      write: () => void write(present)
    })

  const cancel = () => {
    leave()
    setText(byId("file-name"), t("import.limit"))
    input.focus()
  }

  const write = async (present: Open) => {
    const { notify, plan, preview } = present
    if (preview === null || plan === null) return
    const mine = ++turn
    stage.clear()
    stage.progress(t("import.sending"), 0)
    const before = await countMessages()
    if (mine !== turn) return
    try {
      const done = await upload(
        addressOf(preview, {
          newest_change: String(plan.newest_change ?? 0),
          ...(plan.notify === "none" || notify === null ? {} : { notify })
        }),
        plainFile(preview, present.file.name),
        (share) => stage.progress(t(share < 1 ? "import.sending" : "import.writing"), share < 1 ? share : null)
      )
      if (mine !== turn) return
      stage.draw("good", () =>
        [
          counted("import.done", done.imported, { added: done.new, changed: done.changed, unchanged: done.unchanged }),
          ...(done.closed > 0 ? [counted("import.done.closed", done.closed)] : [])
        ].join(" "), () => [])
      if (plan.notify !== "none" && notify !== "none" && done.new + done.changed > 0)
        await followMessages(() => mine === turn, before?.failed ?? 0, stage)
      else stage.rest()
    } catch (error) {
      if (mine === turn) fail(error, present)
    }
  }

  /** Reads the file again under other choices. */
  const choose = (present: Open, choices: Choices) => {
    present.choices = choices
    present.plan = null
    present.examples.clear()
    present.reading?.read(choices)
  }

  /** Asks the service what the days would change. */
  const planned = async (present: Open) => {
    const { file, preview } = present
    if (preview === null) return
    const mine = ++turn
    stage.rest()
    try {
      const plan: Planned = await upload(addressOf(preview, { dry_run: "1" }), plainFile(preview, file.name), () => undefined)
      if (mine !== turn) return
      present.plan = plan
      present.notify ??= plan.new + plan.changed > mostMessages ? "digest" : plan.notify ?? null
      showPreview(present)
    } catch (error) {
      if (mine === turn) fail(error, present)
    }
  }

  const take = async (file: File) => {
    leave()
    const mine = turn
    setText(byId("file-name"), file.name)
    if (file.size > maxBytes) return stage.draw("bad", () => t("import.large", { size: (file.size / 1024 / 1024).toFixed(1) }), () => [])
    stage.progress(t("import.reading", { name: file.name }), null)
    stage.put(
      el("p", { class: "actions" },
        el("button", { type: "button", class: "button plain", id: "import-stop", click: cancel }, t("import.stop")))
    )
    const present: Open = {
      file,
      reading: null,
      choices: { answers: {}, changes: {} },
      preview: null,
      examples: new Map(),
      plan: null,
      notify: null,
      opened: new Set()
    }
    open = present
    try {
      const reading = await startReading(file, {
        read: (preview) => {
          if (open !== present) return
          turn += 1
          stage.rest()
          present.preview = preview
          showPreview(present)
          if (preview.outcome === "read") void planned(present)
        },
        examples: (examples) => {
          for (const one of examples) {
            present.examples.set(`${one.key} ${one.value}`, one)
            if (open === present && present.preview !== null) questions.show(one)
          }
        },
        fail: (error) => open === present ? fail(error, present) : undefined
      })
      present.reading = reading
      // Another file was chosen meanwhile.
      if (mine !== turn) reading.end()
      else reading.read(present.choices)
    } catch (error) {
      if (mine === turn) fail(error, present)
    }
  }

  startDrop(take)
  const relabelTemplates = startTemplates()

  return {
    relabel: () => {
      relabelTemplates()
      if (open !== null) setText(byId("file-name"), open.file.name)
      stage.relabel()
    }
  }
}
