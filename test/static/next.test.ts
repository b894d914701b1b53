import { afterEach, assert, describe, it, vi } from "vitest"

interface Next {
  readonly askedNext: () => string | undefined
}

const { askedNext }: Next = await import(new URL("../../static/scripts/sign-in/next.ts", import.meta.url).href)

/** The page to which the sign-in continues, from its address. */
const nextOf = (next: string, hash = "") => {
  vi.stubGlobal("location", { origin: "http://shop", search: `?${new URLSearchParams({ next })}`, hash })
  return askedNext()
}

// Rule 6.21.
describe("after signing in, the address", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ["/", "", "/"],
    ["/", "#2026-11-21", "/#2026-11-21"],
    ["/#2026-11-21", "#other", "/#2026-11-21"],
    ["/?wall", "", "/?wall"],
    ["/admin#missing=2026-11-21", "", "/admin#missing=2026-11-21"],
    ["/enter?date=2026-11-21", "", "/enter?date=2026-11-21"],
    ["/enter?back=//evil/", "", "/enter?back=//evil/"],
    ["/docs", "", "/docs"]
  ])("%s with %s leads to a page of the service", (next, hash, address) => assert.strictEqual(nextOf(next, hash), address))

  it.each([
    "/.//evil/x",
    "//evil/x",
    "///evil",
    "/\\evil",
    "\\\\evil",
    "http://shop//evil/x",
    "HTTP://SHOP//evil/x",
    "http://shop/admin",
    "http:admin",
    "/%2e//evil",
    "/%2e%2e//evil",
    "/..//evil",
    "/\t/evil",
    "/\n/evil",
    " //evil",
    "/admin/..//evil",
    "/admin/",
    "/ADMIN",
    "/%61dmin",
    "/nothing",
    "/api/export",
    "/static/icon.svg",
    "admin",
    "",
    "?x",
    "#x",
    "javascript:alert(1)",
    "data:text/html,x",
    "__proto__",
    "/constructor",
    // Another sign-in would sign the browser in as a different person.
    "/join#code",
    "/sign-in?next=/"
  ])("%j leads nowhere", (next) => assert.isUndefined(nextOf(next)))
})
