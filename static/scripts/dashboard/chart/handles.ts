import { byId, el } from "../../shared/dom.ts"
import { entryLink } from "../../shared/entry/link.ts"
import { t } from "../../shared/language.ts"
import { mayEnter } from "../../shared/reader.ts"
import { isOpen } from "./columns.ts"
import type { Column } from "./columns.ts"
import { describe } from "./describe.ts"

/** The narrowest column, in CSS pixels, in which a frame does not touch the bar. */
const leastFramed = 9

/**
 * One control per day over its column: a button that opens the day's sheet, or for a day without a figure a link to its entry. One
 * of them is in the tab order; the arrow keys move between them.
 */
export const makeHandles = ({ choose, look }: { choose: (date: string | null) => void; look: (index: number | null) => void }) => {
  const group = byId("columns")
  let drawn = ""
  /** The width of all columns, in CSS pixels. */
  let room = 0
  let current: string | null = null

  const handles = () => (Array.from(group.children) as HTMLElement[])

  const moveTo = (index: number) => {
    const all = handles()
    const next = all[Math.min(all.length - 1, Math.max(0, index))]
    for (const each of all) each.tabIndex = each === next ? 0 : -1
    next?.focus()
    current = next?.dataset["date"] ?? null
  }

  group.addEventListener("keydown", (event) => {
    const at = handles().indexOf(event.target as HTMLElement)
    if (event.key === "Escape") choose(null)
    const targets: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at - 7,
      PageDown: at + 7,
      Home: 0,
      End: handles().length - 1
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    moveTo(target)
  })
  group.addEventListener("focusout", () => look(null))
  group.addEventListener("pointerleave", () => look(null))

  return {
    /**
     * Positions the handles over the plot.
     * @param bottom CSS pixels
     */
    place: (left: number, width: number, bottom: number) => {
      room = width
      group.style.left = `${left}px`
      group.style.width = `${width}px`
      group.style.bottom = `${bottom}px`
    },
    show: (columns: Column[], chosen: string | null) => {
      const framed = room / columns.length >= leastFramed
      const shape = `${document.documentElement.lang} ${mayEnter()} ${chosen} ${framed} ${JSON.stringify(columns)}`
      if (shape === drawn) return
      drawn = shape
      const focused = group.contains(document.activeElement)
      const kept = columns.some(({ date }) => date === current) ? current : columns.at(-1)?.date
      group.replaceChildren(...columns.map((column, index) => {
        const { date } = column
        const link = isOpen(column) && mayEnter()
        return el(link ? "a" : "button", {
          class: "handle",
          "data-date": date,
          "data-today": column.today && framed,
          tabindex: date === kept ? 0 : -1,
          "aria-label": `${describe(column)}${link ? `${t("list.comma")}${t("enter.day")}` : ""}`,
          ...(link
            ? { href: entryLink(date) }
            : {
              type: "button",
              "aria-expanded": String(date === chosen),
              "aria-controls": "sheet",
              click: () => choose(date === chosen ? null : date)
            }),
          focus: () => look(index),
          pointerenter: (event: PointerEvent) => event.pointerType === "mouse" && look(index)
        })
      }))
      if (focused) handles().find((each) => each.dataset["date"] === kept)?.focus()
    },
    focus: (date: string) => moveTo(handles().findIndex((each) => each.dataset["date"] === date))
  }
}
