/*
 * The service worker. It keeps the files of three pages, so that an installed page opens without a connection. It never touches a
 * response of the API: the dashboard itself keeps its last figures, and removes them at sign-out.
 */

const pages = ["/", "/enter", "/history"]

const shelf = "pages-1"

/** Milliseconds after which a page that has not come from the network is taken from the shelf. */
const patience = 4_000

/** What a page needs in addition to its scripts and its style. */
const companions = ["/static/icon.svg", "/static/manifest.webmanifest"]

/** The built files that a text names: their names have a hash of their content, so a file never changes. */
const filesIn = (text) =>
  Array.from(text.matchAll(/["'](?:\.|\/static\/hashed)\/([\w-]+-[A-Z0-9]{8}\.(?:js|css))["']/g), ([, name]) => `/static/hashed/${name}`)

/** Puts a file and all that it names on the shelf; adds their paths to `kept`. */
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

/** Puts a page on the shelf when all of its files are there, so that a page on the shelf is always complete. */
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

/** Removes the files that no page on the shelf needs any more. */
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

/** Only one page is put on the shelf at a time; otherwise the files of the other one would be removed. */
let keeping = Promise.resolve()
const keep = (path, response) => {
  keeping = keeping.then(() => keepPage(path, response)).catch(() => undefined)
  return keeping
}

/** A page of this service as the server serves it now: not a redirect to the sign-in, and no error. */
const isPage = (response) => response.ok && !response.redirected && response.type === "basic"

/** The page on the shelf. It contains its build, so it notices if the server has another one. */
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
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name)
    await clients.claim()
    // The page that has installed this worker was not opened through it.
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
  } else if (pathname.startsWith("/static/hashed/") || companions.includes(pathname)) event.respondWith(file(request))
})
