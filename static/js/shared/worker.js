// @ts-check

/** Lets the page open without a connection from now on. Browsers allow service workers only on https and on this computer. */
export const startWorker = () => {
  navigator.serviceWorker?.register("static/worker.js", { scope: "./" }).catch(() => undefined)
}
