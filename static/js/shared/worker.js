// @ts-check

/** From now on, the page also opens without a connection. Browsers allow service workers only on https and on this computer. */
export const startWorker = () => {
  navigator.serviceWorker?.register("/static/worker.js", { scope: "/" }).catch(() => undefined)
}
