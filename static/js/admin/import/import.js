// @ts-check
import { admin, upload } from "../../shared/admin.js"
import { byId, el, setText, show } from "../../shared/dom.js"
import { money } from "../../shared/format/money.js"
import { counted, t } from "../../shared/language.js"
import { ApiError } from "../../shared/request.js"
import { say, sentenceOf } from "../../shared/result.js"
import { showFailed } from "../failed-count.js"
import { choiceSentence, chooser, chosenBefore, remember } from "./columns.js"
import { faultCount, faults, leftOut, preview } from "./preview.js"
import { sheetLine, SourceFault, sourceOf } from "./source.js"
import { startTemplates } from "./template.js"

const maxBytes = 5 * 1024 * 1024

/** Milliseconds between two polls of the number of waiting messages. */
const lookEvery = 1_500

/** @param {unknown} error */
const importSentence = (error) => {
  if (error instanceof SourceFault) return t(`import.workbook.${error.fault}`, error.place)
  if (!(error instanceof ApiError)) return sentenceOf(error)
  switch (error.code) {
    case "empty_csv":
      return t("import.empty")
    case "too_large":
      return t("import.large", { size: ">5" })
    case "unsupported_media_type":
      return t("import.not_csv")
    default:
      return sentenceOf(error)
  }
}

/** After an upgrade of the service, a file of this page may no longer exist. Reloading the page loads the new one. */
const reloadButton = () =>
  el("p", { class: "actions" }, el("button", {
    type: "button",
    class: "button",
    id: "import-reload",
    click: () => location.reload()
  }, t("reload")))

/**
 * A file to import; `choice` is null where its first two columns are read.
 * @typedef {import("./source.js").Source & { columns: import("./columns.js").Column[], choice: import("./columns.js").Choice | null }} Chosen
 */

/** @param {Chosen} chosen @param {Record<string, string>} more */
const query = ({ choice }, more) =>
  new URLSearchParams({ equal: "skip", ...more, ...(choice === null ? {} : { date_column: choice.date, amount_column: choice.amount }) })
    .toString()

/** @returns {import("../main.js").Room} */
export const startImport = () => {
  const input = /** @type {HTMLInputElement} */ (byId("file"))
  const bar = /** @type {HTMLProgressElement} */ (byId("import-bar"))
  const drop = byId("drop")
  const result = byId("import-result")
  const space = byId("import-preview")
  /** Counts the chosen files, so that a response about an earlier one is ignored. */
  let turn = 0
  /** Draws the current content again after a change of language. @type {(() => void) | null} */
  let drawn = null

  /** @param {"wait" | "bad" | "good"} outcome @param {() => string} sentence @param {() => Node[]} content */
  const draw = (outcome, sentence, content) => {
    drawn = () => {
      say(result, outcome, sentence)
      space.replaceChildren(...content())
    }
    drawn()
  }

  const clear = () => {
    drawn = null
    space.replaceChildren()
    say(result, "none")
    show(byId("import-progress"), false)
  }

  /** @param {string} stage @param {number | null} share null where it cannot be known */
  const progress = (stage, share) => {
    show(byId("import-progress"), true)
    setText(byId("import-stage"), stage)
    if (share === null) bar.removeAttribute("value")
    else bar.value = share
  }

  /** The number of messages; undefined if it cannot be loaded now. */
  const countMessages = async () => (await admin("GET", "notifications?state=pending&limit=1").catch(() => undefined))?.counts

  /**
   * Follows the messages of the import until none is waiting.
   * @param {number} mine @param {number} failedBefore messages that had failed before the import: some of its own may have failed
   *   by the first look
   */
  const followMessages = async (mine, failedBefore) => {
    let most = 0
    for (;;) {
      const counts = await countMessages()
      if (mine !== turn) return
      if (counts !== undefined) {
        const { failed, pending } = counts
        showFailed(failed)
        most = Math.max(most, pending)
        if (pending === 0) {
          const lost = failed - failedBefore
          progress(lost > 0 ? t("import.messages.failed", { failed: lost }) : t("import.messages.done"), 1)
          return
        }
        progress(counted("import.messages", pending, { left: pending }), (most - pending) / most)
      }
      await new Promise((resolve) => setTimeout(resolve, lookEvery))
      if (mine !== turn) return
    }
  }

  /** @param {Chosen} chosen @param {import("./preview.js").Imported} seen the preview */
  const write = async (chosen, { newest_change, notify }) => {
    const mine = ++turn
    clear()
    progress(t("import.sending"), 0)
    const before = await countMessages()
    if (mine !== turn) return
    try {
      const done = await upload(
        `import?${
          query(chosen, { newest_change: String(newest_change ?? 0), ...(notify === undefined || notify === "none" ? {} : { notify }) })
        }`,
        chosen.file,
        (share) => progress(t(share < 1 ? "import.sending" : "import.writing"), share < 1 ? share : null)
      )
      if (mine !== turn) return
      draw("good", () => counted("import.done", done.imported, { added: done.new, changed: done.changed, unchanged: done.unchanged }), () =>
        leftOut(done.skipped))
      await followMessages(mine, before?.failed ?? 0)
    } catch (error) {
      if (mine === turn) fail(error, chosen)
    }
  }

  /** @param {import("./columns.js").Column[]} columns @param {Chosen} chosen */
  const ask = (columns, chosen) =>
    draw("wait", () => t("import.columns.ask", { n: columns.length }), () => [
      ...sheetLine(chosen, checkFirst),
      ...chooser(columns, chosen.choice, {
        go: (choice) => {
          remember(columns, choice)
          void check({ ...chosen, columns, choice })
        },
        cancel
      })
    ])

  /** Shows which sheet and columns are used, with buttons to choose others. @param {Chosen} chosen */
  const origin = (chosen) => {
    const { choice, columns } = chosen
    const line = choice === null ?
      [] :
      [el("p", { class: "muted chosen-columns" }, choiceSentence(columns, choice),
        el("button", { type: "button", class: "button plain", id: "columns-change", click: () => ask(columns, chosen) },
          t("import.columns.change")))]
    return [...sheetLine(chosen, checkFirst), ...line]
  }

  /** The columns that were chosen before for such a file, or the question. @param {import("./columns.js").Column[]} columns @param {Chosen} chosen */
  const offer = (columns, chosen) => {
    const choice = chosenBefore(columns)
    return choice === null ? ask(columns, chosen) : void check({ ...chosen, columns, choice })
  }

  /** A day in the file was changed after the preview. @param {Record<string, any>} body @param {Chosen} chosen */
  const overtaken = ({ current, date }, chosen) =>
    draw("bad", () =>
      current.amount === null ? t("import.overtaken.none", { date }) : t("import.overtaken", { date, amount: money(current.amount) }),
      () => [
        el("p", { class: "actions" }, el("button", {
          type: "button",
          class: "button",
          id: "import-again",
          click: () => void check(chosen)
        }, t("import.preview.again")),
          el("button", { type: "button", class: "button plain", id: "import-cancel", click: cancel }, t("import.cancel")))
      ])

  /** @param {unknown} error @param {Chosen} chosen */
  const fail = (error, chosen) => {
    show(byId("import-progress"), false)
    if (error instanceof ApiError && error.code === "changed_meanwhile") return overtaken(error.body, chosen)
    if (!(error instanceof ApiError) || (error.code !== "invalid_rows" && error.code !== "questions"))
      return draw("bad", () => importSentence(error), () => [])
    const columns = error.body["columns"] ?? []
    if (chosen.choice === null && columns.length > 0) return offer(columns, chosen)
    draw("bad", () => counted("import.faults", faultCount(error.body), { total: faultCount(error.body) }),
      () => [...origin(chosen), ...faults(error.body, chosen.file)])
  }

  const cancel = () => {
    turn += 1
    clear()
    setText(byId("file-name"), t("import.limit"))
    input.focus()
  }

  /** Asks the server what the file would change. @param {Chosen} chosen */
  const check = async (chosen) => {
    const mine = ++turn
    const { file } = chosen
    clear()
    progress(t("import.checking", { name: file.name }), 0)
    try {
      const answer = await upload(`import?${query(chosen, { dry_run: "1" })}`, file, (share) => {
        if (mine === turn) progress(t("import.checking", { name: file.name }), share < 1 ? share : null)
      })
      if (mine !== turn) return
      show(byId("import-progress"), false)
      const columns = answer.read?.columns ?? []
      if (chosen.choice === null && columns.length > 0) return offer([...columns], chosen)
      draw("wait", () => t("import.preview"), () => [
        ...origin(chosen),
        ...preview(answer, {
          go: () => void write(chosen, answer),
          cancel,
          announce: (notify) => {
            answer.notify = notify
          }
        })
      ])
    } catch (error) {
      if (mine === turn) fail(error, chosen)
    }
  }

  /** @param {import("./source.js").Source} source */
  const checkFirst = (source) => void check({ ...source, columns: [], choice: null })

  /** @param {File} file */
  const choose = async (file) => {
    const mine = ++turn
    clear()
    setText(byId("file-name"), file.name)
    if (file.size > maxBytes) return draw("bad", () => t("import.large", { size: (file.size / 1024 / 1024).toFixed(1) }), () => [])
    progress(t("import.reading", { name: file.name }), null)
    try {
      const source = await sourceOf(file)
      if (mine === turn) checkFirst(source)
    } catch (error) {
      if (mine !== turn) return
      show(byId("import-progress"), false)
      draw("bad", () => importSentence(error), () => error instanceof SourceFault && error.message === "not_loaded" ? [reloadButton()] : [])
    }
  }

  input.addEventListener("change", () => {
    const file = input.files?.[0]
    if (file !== undefined) void choose(file)
    // Without this, the browser would not report a corrected file with the same name.
    input.value = ""
  })
  const relabelTemplates = startTemplates()
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault()
      drop.classList.add("over")
    })
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"))
  drop.addEventListener("drop", (event) => {
    event.preventDefault()
    drop.classList.remove("over")
    const file = event.dataTransfer?.files[0]
    if (file !== undefined) void choose(file)
  })
  // Otherwise a file that is dropped beside the field would replace the page.
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault())

  return {
    relabel: () => {
      relabelTemplates()
      drawn?.()
    }
  }
}
