// @ts-check

/** Selects the text for copying by hand: without https, a page cannot write to the clipboard. @param {Node} node */
const copySelection = (node) => {
  const selection = getSelection()
  selection?.selectAllChildren(node)
  const copied = document.execCommand("copy")
  selection?.removeAllRanges()
  return copied
}

/**
 * Copies a text. Resolves to whether it is on the clipboard.
 * @param {string} text @param {Node | null | undefined} shown where the page shows that text
 */
export const copyText = async (text, shown) => {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false)
  return copied || (shown ? copySelection(shown) : false)
}
