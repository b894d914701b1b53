// A classic script that runs before the first paint, so that the page never flashes in the wrong colours or layout.
(() => {
  const root = document.documentElement
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = read("theme")
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  root.dataset.theme = dark ? "dark" : "light"
  root.lang = read("lang") === "en" ? "en" : "zh-CN"
  if (new URLSearchParams(location.search).has("wall")) root.classList.add("wall")
})()
