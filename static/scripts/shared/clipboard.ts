/** Selects the text for copying by hand: without https, a page cannot write to the clipboard. */
const copySelection = (node: Node) => {
  const selection = getSelection()
  selection?.selectAllChildren(node)
  const copied = document.execCommand("copy")
  selection?.removeAllRanges()
  return copied
}

/**
 * Copies a text. Resolves to whether it is on the clipboard.
 * @param shown where the page shows that text
 */
export const copyText = async (text: string, shown: Node | null | undefined) => {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false)
  return copied || (shown ? copySelection(shown) : false)
}
