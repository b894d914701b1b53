/** A colour of the stylesheet, by its name, for the chart. */
export const colour = (name: string) => getComputedStyle(document.body).getPropertyValue(`--${name}`).trim()

/** The chart's size for the print stylesheet. */
const paper = { width: 1376, height: 560, rem: 22 }

let onPaper = false

/** Draws the chart for paper from now on, or for the screen again. */
export const drawOnPaper = (now: boolean) => {
  onPaper = now
}

/** @param element that holds the chart */
export const sizeIn = (element: HTMLElement) =>
  onPaper
    ? { width: paper.width, height: paper.height }
    : { width: Math.max(200, element.clientWidth), height: Math.max(120, element.clientHeight) }

/** The chart's unit in CSS pixels. On a wall it is larger than the page's, because a wall is read from a distance. */
export const rem = () => {
  if (onPaper) return paper.rem
  const root = document.documentElement
  return Number.parseFloat(getComputedStyle(root).fontSize) * (root.classList.contains("wall") ? 1.25 : 1)
}
