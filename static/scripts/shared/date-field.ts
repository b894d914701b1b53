/**
 * A date field whose text the page writes, because browsers ignore the page's language in their order of day and month. The
 * invisible field lies over its label and opens the browser's calendar.
 */
export const openByTouch = (input: HTMLInputElement) => {
  input.addEventListener("click", () => {
    try {
      input.showPicker()
    } catch {
      // A browser without `showPicker` opens its calendar itself, or the date is typed.
    }
  })
}
