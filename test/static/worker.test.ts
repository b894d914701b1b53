import { afterEach, assert, describe, it, vi } from "vitest"

const { startWorker }: { readonly startWorker: () => void } = await import(
  new URL("../../static/scripts/shared/worker.ts", import.meta.url).href
)

afterEach(() => void vi.unstubAllGlobals())

/** The service workers that a page registers that is opened at this path. */
const registeredAt = (pathname: string) => {
  const registered: Array<unknown> = []
  vi.stubGlobal("location", { pathname })
  vi.stubGlobal("navigator", { serviceWorker: { register: (...words: ReadonlyArray<unknown>) => Promise.resolve(registered.push(words)) } })
  startWorker()
  return registered
}

// Rule 6.21.
describe("a page", () => {
  it.each(["/", "/enter", "/shop/", "/shop/history"])("registers a service worker for its folder at %s",
    (path) => assert.deepStrictEqual(registeredAt(path), [["static/worker.js", { scope: "./" }]]))

  it.each(["//", "/shop//", "/shop//history"])("registers none at %s, which a proxy serves like the same path with one slash",
    (path) => assert.deepStrictEqual(registeredAt(path), []))
})
