/**
 * Lets the page open without a connection from now on. Browsers allow service workers only on https and on this computer. A proxy may
 * serve `/shop//` as it serves `/shop/`: a worker there would be a second one, for an address that nobody opens again.
 */
export const startWorker = () => {
  if (location.pathname.includes("//")) return
  navigator.serviceWorker?.register("static/worker.js", { scope: "./" }).catch(() => undefined)
}
