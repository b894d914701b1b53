// A classic script that runs before the first paint, so that the page never flashes in the wrong colours or layout.
;(() => {
  const root = document.documentElement
  const address = new URLSearchParams(location.search)
  // Services below two paths of one host share a storage, so its names begin with the path, which a proxy also knows as `/a//`.
  root.dataset.home = new URL(".", document.baseURI).pathname.replace(/\/+/g, "/").replace(/^\/$/, "")
  /**
   * The address takes precedence over an earlier choice.
   * @param values the ones that it can have
   */
  const chosen = (key: string, values: string) => {
    const known = (given: string | null) => values.split(" ").find((value) => value === given)
    try {
      return known(address.get(key)) ?? known(localStorage.getItem(root.dataset.home + key))
    } catch {
      return undefined
    }
  }
  const theme = chosen("theme", "light dark auto") ?? "auto"
  root.dataset.theme = theme !== "auto" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
  // If the visitor has made no choice, the language is the one in which the server sent the page.
  const language = chosen("lang", "zh en")
  if (language !== undefined) root.lang = language === "zh" ? "zh-CN" : "en"
  // The HTML is in Chinese. Its words are hidden until the page's script replaces them by the English ones.
  root.classList.toggle("untranslated", root.lang === "en")
  root.classList.toggle("wall", address.has("wall"))
  // A link to the wall keeps the choices in the address, even before the page's script is loaded.
  root.addEventListener("click", (event) => {
    const link = event.target as HTMLAnchorElement
    if (link.id === "wall-link") link.search = location.search + (location.search && "&") + "wall"
  })
})()
