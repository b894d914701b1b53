// @ts-check

/**
 * A date field whose visible text is the page's own: the browser writes dates in its own order of day and month,
 * whatever the page's language is. The field lies unseen over its label and opens the browser's calendar.
 * @param {HTMLInputElement} input
 */
export const openByTouch = (input) => {
  input.addEventListener("click", () => {
    try {
      input.showPicker()
    } catch {
      // A browser without it opens its calendar by itself, or takes the date from the keyboard.
    }
  })
}
