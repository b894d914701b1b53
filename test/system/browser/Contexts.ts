import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"

interface Kept {
  readonly context: BrowserContext
  /** False after a call whose effect nothing takes back. */
  clean: boolean
  clockIsFaked: boolean
}

interface Idle {
  readonly kept: Kept
  /** A blank page: the process of a context ends with its last page. */
  readonly blank: Page
}

/** A context with a page of its own, for one visit. */
interface Taken {
  readonly page: Page
  /** Undoes what the visit did and keeps the context for the next visit with the same options, or closes it. */
  readonly giveBack: () => Promise<void>
}

const idle = new Map<string, Array<Idle>>()

/** Calls whose effect ends only with the context. */
const lasting = ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "setExtraHTTPHeaders"]

const beforeCall = (target: object, name: string, run: () => void) => {
  const original = Reflect.get(target, name) as (...args: Array<unknown>) => unknown
  Reflect.set(target, name, (...args: Array<unknown>) => {
    run()
    return original.apply(target, args)
  })
}

const watch = (context: BrowserContext): Kept => {
  const kept = { context, clean: true, clockIsFaked: false }
  for (const name of lasting) {
    beforeCall(context, name, () => {
      kept.clean = false
    })
  }
  beforeCall(context.clock, "install", () => {
    kept.clockIsFaked = true
  })
  return kept
}

/** A script of the page may be on its way to another page, which ends this navigation. */
const goToBlank = (page: Page, attempts = 10): Promise<unknown> =>
  page.goto("about:blank").catch((error: unknown) => attempts === 1 ? Promise.reject(error) : goToBlank(page, attempts - 1))

/** Removes what the pages of the shop have stored. What they store for a tab ends with its page. */
const clear = async (context: BrowserContext, page: Page, address: string) => {
  await goToBlank(page)
  const session = await context.newCDPSession(page)
  await session.send("Storage.clearDataForOrigin", { origin: address, storageTypes: "local_storage" })
  await session.detach()
  await context.clearCookies()
  await context.setOffline(false)
}

/**
 * Opens a page in a context without stored data. A context that an earlier visit with the same options has given back is used again:
 * its process has compiled the scripts of the pages, so the visit takes about half of the processor time. A clock that was faked
 * stays faked, so visits that fake it share contexts only with each other.
 */
export const takeContext = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  fakesClock: boolean
): Promise<Taken> => {
  const key = JSON.stringify([address, options, fakesClock])
  const left = idle.get(key)?.pop()
  const kept = left?.kept ?? watch(await browser.newContext({ baseURL: address, ...options }))
  const { context } = kept
  const page = await context.newPage()
  await left?.blank.close()
  // A service worker outlives its page.
  const isForOneVisit = options.storageState !== undefined || options.serviceWorkers === "allow"
  return {
    page,
    giveBack: async () => {
      if (isForOneVisit || !kept.clean || kept.clockIsFaked !== fakesClock) return context.close()
      if (fakesClock) await context.clock.resume()
      page.removeAllListeners()
      const blank = page.isClosed() ? await context.newPage() : page
      await Promise.all(context.pages().map(async (other) => other === blank ? undefined : other.close()))
      await clear(context, blank, address)
      idle.set(key, [...(idle.get(key) ?? []), { kept, blank }])
    }
  }
}

/** Closes all contexts of the browser. */
export const closeContexts = async (browser: Browser): Promise<void> => {
  idle.clear()
  await Promise.all(browser.contexts().map((context) => context.close()))
}
