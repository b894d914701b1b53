// A classic script that runs before the first paint, so that the page never flashes in the wrong colours or layout.
;(() => {
  const root = document.documentElement
  const address = new URLSearchParams(location.search)
  /** The address takes precedence over an earlier choice. @param {string} key @param {string[]} values */
  const chosen = (key, values) => {
    const asked = address.get(key)
    if (asked !== null && values.includes(asked)) return asked
    try {
      // As `stored` in shared/store.js.
      const home = new URL(".", document.baseURI).pathname
      const stored = localStorage.getItem(home === "/" ? key : home + key)
      return stored !== null && values.includes(stored) ? stored : null
    } catch {
      return null
    }
  }
  const theme = chosen("theme", ["light", "dark", "auto"])
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  root.dataset.theme = dark ? "dark" : "light"
  // If the visitor has made no choice, the language is the shop's, if its settings have one; otherwise the first language of the
  // browser that the page has.
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "zh" || tag === "en")
  root.lang = (chosen("lang", ["zh", "en"]) ?? root.dataset.language ?? spoken) === "zh" ? "zh-CN" : "en"
  // The HTML is in Chinese. Its words are hidden until the page's script replaces them by the English ones.
  root.classList.toggle("untranslated", root.lang === "en")
  const rise = chosen("rise", ["red", "green"])
  if (rise !== null) root.dataset.rise = rise
  if (address.has("wall")) root.classList.add("wall")
  // A link to the wall keeps the choices in the address, even before the page's script is loaded.
  root.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement} */ (event.target)
    if (link.id === "wall-link") link.search = location.search + (location.search && "&") + "wall"
  })
})()
