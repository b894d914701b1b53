// @ts-check

/** Lets the page open without a connection from now on. Browsers have service workers on https and on this computer alone. */
export const startWorker = () => {
  navigator.serviceWorker?.register("/static/worker.js", { scope: "/" }).catch(() => undefined)
}
