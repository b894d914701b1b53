import type { Page } from "playwright-core"

/**
 * Texts that are cut off, extend beyond the page, or overlap; each is named by its words. A page that should fit one screen may
 * have no text below it.
 */
export const layoutFaults = (page: Page, extent: "a page" | "one screen" = "a page"): Promise<ReadonlyArray<string>> =>
  page.evaluate((lowest) => {
    const faults: Array<string> = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth} px`)
    const boxes: Array<{ readonly text: string; readonly rect: DOMRect; readonly node: Element }> = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ""
      if (
        parent === null || text === "" || !parent.checkVisibility({ visibilityProperty: true }) ||
        parent.closest(".for-readers, .skip, script, .sheet") !== null
      )
        continue
      // Content that a box scrolls out of view, or hides on purpose, overlaps nothing.
      let view: DOMRect | undefined
      let isHidden = false
      for (let around: Element | null = parent; around !== null && around !== document.body; around = around.parentElement) {
        const { clipPath, overflowX, overflowY } = getComputedStyle(around)
        isHidden ||= clipPath !== "none"
        if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) view ??= around.getBoundingClientRect()
      }
      if (isHidden) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (view !== undefined && (rect.bottom > view.bottom + 1 || rect.top < view.top - 1)) continue
        if (lowest && rect.bottom > innerHeight) faults.push(`is below the screen: ${text}`)
        if (rect.left < -1 || rect.right > clientWidth + 1) faults.push(`sticks out: ${text}`)
        // The box of a line is taller than its letters.
        const inset = rect.height * 0.22
        boxes.push({ text, node: parent, rect: new DOMRect(rect.x + 1, rect.y + inset, rect.width - 2, rect.height - 2 * inset) })
      }
      for (let around: Element | null = parent; around !== null && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === "hidden" && around.scrollWidth > around.clientWidth + 1)
          faults.push(
            `is cut off: ${text}`
          )
      }
    }
    boxes.forEach((one, index) => {
      for (const other of boxes.slice(index + 1)) {
        if (one.node === other.node) continue
        const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        if (wide > 1 && high > 1) faults.push(`overlap: ${one.text} | ${other.text}`)
      }
    })
    return faults
  }, extent === "one screen")
