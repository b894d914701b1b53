import { mostMessages } from "../../../../src/Import/LargestFile.ts"
import { admin, upload } from "../../shared/admin.ts"
import { byId, el, setText, show } from "../../shared/dom.ts"
import { money } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import { ApiError } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import { showFailed } from "../failed-count.ts"
import type { Room } from "../main.ts"
import { faultSentence, faultTable } from "./faults.ts"
import { howRead } from "./how.ts"
import { actions, announcing, daysTable, leftOut, sampleTable, sheetsLeft, tallies, warnings } from "./preview.ts"
import type { Notify } from "./preview.ts"
import type { Planned } from "./preview.ts"
import { openQuestions, questions } from "./questions.ts"
import { NotLoaded, startReading } from "./reading.ts"
import type { Choices, Example, Preview, Reading } from "./reading.ts"
import { startTemplates } from "./template.ts"

const maxBytes = 5 * 1024 * 1024

/** Milliseconds between two polls of the number of waiting messages. */
const lookEvery = 1_500

/** A file on its way into the ledger. Nothing of it is remembered for the next one. */
type Open = {
  file: File
  reading: Reading | null
  choices: Choices
  preview: Preview | null
  examples: Map<string, Example>
  plan: Planned | null
  notify: Notify | null
  opened: Set<string>
}

/** The days of a file as the service takes them. */
const plainFile = ({ closed, days }: Preview, name: string) =>
  new File([
    "date,amount\n",
    ...days.map(({ cents, date }) => `${date},${(cents / 100).toFixed(2)}\n`),
    ...closed.map((date) => `${date},closed\n`)
  ], name, { type: "text/csv" })

const addressOf = ({ closed }: Preview, more: Record<string, string>) =>
  `import?${new URLSearchParams({ equal: "skip", ...(closed.length === 0 ? {} : { closed: "closed" }), ...more })}`

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
  const bar = byId("import-bar") as HTMLProgressElement
  const drop = byId("drop")
  const result = byId("import-result")
  const space = byId("import-preview")
  /** Counts the chosen files and their plans, so that a response about an earlier one is ignored. */
  let turn = 0
  let open: Open | null = null
  /** Draws the current content again after a change of language. */
  let drawn: (() => void) | null = null

  const draw = (outcome: "wait" | "bad" | "good" | "none", sentence: () => string, content: () => Node[]) => {
    drawn = () => {
      // What a person is about to press or type into stays in place.
      const focused = space.contains(document.activeElement) ? document.activeElement?.id : undefined
      say(result, outcome, sentence)
      space.replaceChildren(...content())
      if (focused !== undefined && focused !== "") document.getElementById(focused)?.focus()
    }
    drawn()
  }

  const clear = () => {
    drawn = null
    space.replaceChildren()
    say(result, "none")
    show(byId("import-progress"), false)
  }

  /** Ends the work on the present file. */
  const leave = () => {
    turn += 1
    open?.reading?.end()
    open = null
    clear()
    byId("room-import").classList.remove("chosen")
  }

  /** @param share null where it cannot be known */
  const progress = (stage: string, share: number | null) => {
    show(byId("import-progress"), true)
    setText(byId("import-stage"), stage)
    if (share === null) bar.removeAttribute("value")
    else bar.value = share
  }

  /** The number of messages; undefined if it cannot be loaded now. */
  const countMessages = async () => (await admin("GET", "notifications?state=pending&limit=1").catch(() => undefined))?.counts

  /**
   * Follows the messages of the import until none is waiting.
   * @param failedBefore messages that had failed before the import: some of its own may have failed by the first look
   */
  const followMessages = async (mine: number, failedBefore: number) => {
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

  const fail = (error: unknown, present: Open) => {
    show(byId("import-progress"), false)
    if (error instanceof ApiError && error.code === "changed_meanwhile") {
      const { current, date } = error.body
      draw("bad", () =>
        current.amount === null ? t("import.overtaken.none", { date }) : t("import.overtaken", { date, amount: money(current.amount) }),
        () => [el("p", { class: "actions" }, el("button", {
          type: "button",
          class: "button",
          id: "import-again",
          click: () =>
            void planned(present)
        }, t("import.preview.again")), cancelButton())])
    } else {
      draw("bad", () => error instanceof NotLoaded ? t("import.not_loaded") : sentenceOf(error), () =>
        error instanceof NotLoaded ? [reloadButton()] : [])
    }
  }

  const cancelButton = () => el("button", { type: "button", class: "button plain", id: "import-cancel", click: cancel }, t("import.cancel"))

  const cancel = () => {
    leave()
    setText(byId("file-name"), t("import.limit"))
    input.focus()
  }

  const write = async (present: Open) => {
    const { notify, plan, preview } = present
    if (preview === null || plan === null) return
    const mine = ++turn
    clear()
    progress(t("import.sending"), 0)
    const before = await countMessages()
    if (mine !== turn) return
    try {
      const done = await upload(
        addressOf(preview, {
          newest_change: String(plan.newest_change ?? 0),
          ...(plan.notify === "none" || notify === null ? {} : { notify })
        }),
        plainFile(preview, present.file.name),
        (share) => progress(t(share < 1 ? "import.sending" : "import.writing"), share < 1 ? share : null)
      )
      if (mine !== turn) return
      draw("good", () =>
        [
          counted("import.done", done.imported, { added: done.new, changed: done.changed, unchanged: done.unchanged }),
          ...(done.closed > 0 ? [counted("import.done.closed", done.closed)] : [])
        ].join(" "), () => [])
      if (plan.notify !== "none" && notify !== "none" && done.new + done.changed > 0) await followMessages(mine, before?.failed ?? 0)
      else show(byId("import-progress"), false)
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

  /** What every preview begins with: how the file is read, and what it leaves open. */
  const beginning = (present: Open) => {
    const { choices, examples, opened, preview } = present
    if (preview === null) return []
    return [
      ...howRead(preview, opened, (changes) => choose(present, { answers: choices.answers, changes: { ...choices.changes, ...changes } })),
      ...questions(preview, examples, (given) => choose(present, { changes: choices.changes, answers: { ...choices.answers, ...given } })),
      ...sheetsLeft(preview)
    ]
  }

  const drawPreview = (present: Open) => {
    const { preview } = present
    if (preview === null) return
    const { faults, outcome } = preview
    const [first] = faults
    byId("room-import").classList.toggle("chosen", preview.columns.length > 0)
    if (outcome === "refused" && preview.columns.length === 0 && first !== undefined)
      return draw("bad", () => first.code === "empty" ? t("import.empty") : faultSentence(first), () => [])
    if (outcome === "refused")
      return draw("bad", () => counted("import.faults", faults.length, { total: faults.length }),
        () => [...beginning(present), ...faultTable(faults), ...sampleTable(preview)])
    const left = openQuestions(preview)
    if (outcome === "ask")
      return draw("wait", () => counted("import.open", left), () => [
        ...beginning(present),
        ...sampleTable(preview),
        el("p", { class: "actions" }, cancelButton())
      ])
    const { plan } = present
    draw("wait", () => t("import.preview"), () => [
      ...beginning(present),
      ...(plan === null ? [] : tallies(plan, preview)),
      ...warnings(plan, preview),
      ...sampleTable(preview),
      ...leftOut(preview, present.opened),
      ...(plan === null ? [] : daysTable(plan, preview)),
      ...(plan === null ? [] : announcing(plan, present.notify, (notify) => {
        present.notify = notify
      })),
      ...(plan === null ? [] : actions(plan, preview, () => void write(present), cancelButton()))
    ])
  }

  /** Asks the service what the days would change. */
  const planned = async (present: Open) => {
    const { file, preview } = present
    if (preview === null) return
    const mine = ++turn
    show(byId("import-progress"), false)
    try {
      const plan: Planned = await upload(addressOf(preview, { dry_run: "1" }), plainFile(preview, file.name), () => undefined)
      if (mine !== turn) return
      present.plan = plan
      present.notify ??= plan.new + plan.changed > mostMessages ? "digest" : plan.notify ?? null
      drawPreview(present)
    } catch (error) {
      if (mine === turn) fail(error, present)
    }
  }

  const take = async (file: File) => {
    leave()
    const mine = turn
    setText(byId("file-name"), file.name)
    if (file.size > maxBytes) return draw("bad", () => t("import.large", { size: (file.size / 1024 / 1024).toFixed(1) }), () => [])
    progress(t("import.reading", { name: file.name }), null)
    space.replaceChildren(
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
          show(byId("import-progress"), false)
          present.preview = preview
          drawPreview(present)
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

  input.addEventListener("change", () => {
    const file = input.files?.[0]
    if (file !== undefined) void take(file)
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
    if (file !== undefined) void take(file)
  })
  // Otherwise a file that is dropped beside the field would replace the page.
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault())

  return {
    relabel: () => {
      relabelTemplates()
      if (open !== null) setText(byId("file-name"), open.file.name)
      drawn?.()
    }
  }
}
