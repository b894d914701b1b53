/*
 * The service worker. It keeps the files of three pages, so that an installed page opens without a connection. It never touches a
 * response of the API: the dashboard itself keeps its last figures, and removes them at sign-out.
 */

/** The path at which the service begins: `/`, or `/turnover/` behind a proxy that serves it there. */
const root = new URL("..", location.href).pathname

const pages = ["", "enter", "history"].map((page) => root + page)

/** Services below two paths of one host share the names. */
const shelf = `pages-2 ${root}`

/** Whether an earlier version of this service has made a shelf. The first one knew only `/`. */
const isOutdated = (name) => name !== shelf && (name.endsWith(` ${root}`) || (root === "/" && name === "pages-1"))

/** Milliseconds after which a page is taken from the stored files if the network has not delivered it. */
const patience = 4_000

/** The files that a page needs in addition to its scripts and its style. */
const companions = ["icon.svg", "manifest.webmanifest"].map((file) => `${root}static/${file}`)

/** The built files that a text names. Their names contain a hash of their content, so a file never changes. */
const filesIn = (text) =>
  Array.from(text.matchAll(/["'](?:\.|static\/hashed)\/([\w-]+-[A-Z0-9]{8}\.(?:js|css))["']/g), ([, name]) =>
    `${root}static/hashed/${name}`)

/** Stores a file and all files that it names; adds their paths to `kept`. */
const keepFile = async (cache, path, kept) => {
  if (kept.has(path)) return
  kept.add(path)
  let response = await cache.match(path)
  if (response === undefined) {
    response = await fetch(path)
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`)
    await cache.put(path, response.clone())
  }
  if (path.endsWith(".js")) { for (const name of filesIn(await response.text())) await keepFile(cache, name, kept) }
}

/** Stores a page once all of its files are stored, so that a stored page is always complete. */
const keepPage = async (path, response) => {
  const cache = await caches.open(shelf)
  const known = await cache.match(path)
  if (known !== undefined && known.headers.get("etag") === response.headers.get("etag")) return
  const kept = new Set()
  for (const name of filesIn(await response.clone().text())) await keepFile(cache, name, kept)
  for (const companion of companions) await keepFile(cache, companion, kept)
  await cache.put(path, response)
  await clear(cache)
}

/** Removes files that no stored page needs any more. */
const clear = async (cache) => {
  const needed = new Set([...pages, ...companions])
  for (const page of pages) {
    const response = await cache.match(page)
    const names = response === undefined ? [] : filesIn(await response.text())
    while (names.length > 0) {
      const name = names.pop()
      if (needed.has(name)) continue
      needed.add(name)
      const file = name.endsWith(".js") ? await cache.match(name) : undefined
      if (file !== undefined) names.push(...filesIn(await file.text()))
    }
  }
  for (const request of await cache.keys()) if (!needed.has(new URL(request.url).pathname)) await cache.delete(request)
}

/** Stores one page at a time; otherwise the files of the other page would be removed. */
let keeping = Promise.resolve()
const keep = (path, response) => {
  keeping = keeping.then(() => keepPage(path, response)).catch(() => undefined)
  return keeping
}

/** Whether a response is a page of this service: not a redirect to the sign-in, and not an error. */
const isPage = (response) => response.ok && !response.redirected && response.type === "basic"

/** The stored page. It contains its build, so it detects that the server has another one. */
const fromShelf = async (path) => {
  const response = await (await caches.open(shelf)).match(path)
  if (response === undefined) return undefined
  const html = (await response.text()).replace("<html", `<html data-build='${response.headers.get("etag")}'`)
  return new Response(html, { headers: response.headers })
}

const open = async (event, path) => {
  const asked = fetch(event.request).then((response) => {
    if (isPage(response)) event.waitUntil(keep(path, response.clone()))
    return response
  })
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  const found = await Promise.race([asked.catch(() => undefined), late])
  return found ?? await fromShelf(path) ?? asked
}

const file = async (request) => await (await caches.open(shelf)).match(request) ?? fetch(request)

addEventListener("install", () => skipWaiting())

addEventListener("activate", (event) =>
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (isOutdated(name)) await caches.delete(name)
    await clients.claim()
    // The page that installed this worker was not opened through it.
    for (const { url } of await clients.matchAll({ type: "window" })) {
      const path = new URL(url).pathname
      if (!pages.includes(path)) continue
      const response = await fetch(path).catch(() => undefined)
      if (response !== undefined && isPage(response)) await keep(path, response)
    }
  })()))

addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin) return
  if (request.mode === "navigate") {
    if (pages.includes(pathname)) event.respondWith(open(event, pathname))
  } else if (pathname.startsWith(`${root}static/hashed/`) || companions.includes(pathname)) event.respondWith(file(request))
})
