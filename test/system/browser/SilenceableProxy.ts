import { connect, createServer, type Socket } from "node:net"

export interface SilenceableProxy {
  readonly address: string
  /** While this is true, every connection stays open, and nothing is passed on to the browser. */
  silent: boolean
  readonly stop: () => Promise<void>
}

/** A proxy that can be half-open: what the service sends while it is silent is kept and passed on later. */
export const silenceableProxy = async (target: string): Promise<SilenceableProxy> => {
  const upstreams = new Set<Socket>()
  const browsers = new Set<Socket>()
  let silent = false
  const server = createServer((browser) => {
    const upstream = connect(Number(new URL(target).port), "127.0.0.1")
    upstreams.add(upstream)
    browsers.add(browser)
    if (silent) upstream.pause()
    browser.pipe(upstream)
    upstream.on("data", (chunk) => browser.write(chunk))
    const end = () => {
      upstreams.delete(upstream)
      browsers.delete(browser)
      upstream.destroy()
      browser.destroy()
    }
    for (const socket of [browser, upstream]) socket.on("close", end).on("error", end)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy has no port")
  return {
    address: `http://127.0.0.1:${address.port}`,
    get silent() {
      return silent
    },
    set silent(now) {
      silent = now
      for (const upstream of upstreams) {
        if (now) upstream.pause()
        else upstream.resume()
      }
    },
    stop: async () => {
      for (const socket of [...browsers, ...upstreams]) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
