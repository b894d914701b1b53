// @ts-check

/** Without https there is no clipboard to write to; a selection can still be copied. @param {Node} node */
const copySelection = (node) => {
  const selection = getSelection()
  selection?.selectAllChildren(node)
  const copied = document.execCommand("copy")
  selection?.removeAllRanges()
  return copied
}

/**
 * Whether the text is on the clipboard now.
 * @param {string} text @param {Node | null | undefined} shown where the page shows that text
 */
export const copyText = async (text, shown) => {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false)
  return copied || (shown ? copySelection(shown) : false)
}
