import { addDays } from "../shared/format/dates.ts"

/** the days to the cell on the right and to the one below */
type Steps = { right: number; down: number }

/** @returns days by key */
const movesOf = ({ down, right }: Steps): Record<string, number> => ({
  ArrowRight: right,
  ArrowLeft: -right,
  ArrowDown: down,
  ArrowUp: -down
})

/** The cell of a date. */
export const cellOn = (root: ParentNode, date: string): HTMLElement | null => root.querySelector(`td[data-date="${date}"]`)

/** Makes a day of a grid the one that Tab reaches. */
export const reachByTab = (root: ParentNode, date: string) => {
  const cell = cellOn(root, date)
  if (cell === null) return
  root.querySelector("td[tabindex='0']")?.setAttribute("tabindex", "-1")
  cell.setAttribute("tabindex", "0")
}

/**
 * Handles keys and the pointer in the grids below `root`: arrow keys move from day to day; Enter, Space and a click open a day.
 * @param grid `beyond`: a key leads to a day that is not drawn; `look`: the day that has the focus or the pointer
 */
export const startGrid = (
  root: HTMLElement,
  { beyond, look, open, page, steps }: {
    steps: Steps
    open: (date: string) => void
    beyond: (date: string) => void
    page: (step: -1 | 1) => void
    look: (date: string | null) => void
  }
) => {
  const moves = movesOf(steps)
  const dateIn = ({ target }: Event) =>
    target instanceof Element ? (target.closest("td[data-date]") as HTMLElement | null)?.dataset["date"] : undefined
  root.addEventListener("keydown", (event) => {
    const date = dateIn(event)
    if (date === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const move = moves[event.key]
    if (move !== undefined) {
      const next = addDays(date, move)
      const cell = cellOn(root, next)
      if (cell === null) beyond(next)
      else cell.focus()
    } else if (event.key === "Enter" || event.key === " ") open(date)
    else if (event.key === "PageUp") page(-1)
    else if (event.key === "PageDown") page(1)
    else return
    event.preventDefault()
  })
  root.addEventListener("click", (event) => {
    const date = dateIn(event)
    if (date !== undefined) open(date)
  })
  root.addEventListener("focusin", (event) => {
    const date = dateIn(event)
    if (date === undefined) return
    reachByTab(root, date)
    look(date)
  })
  root.addEventListener("pointerover", (event) => look(dateIn(event) ?? null))
  root.addEventListener("pointerleave", () => look(null))
}
