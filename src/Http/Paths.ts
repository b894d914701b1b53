import type { Need } from "../Domain/Person.ts"

/** The pages, each with its file in `dist/pages`. */
export const pages = {
  "/": "/dashboard.html",
  "/admin": "/admin.html",
  "/docs": "/docs.html",
  "/enter": "/enter.html",
  "/history": "/history.html",
  "/join": "/join.html",
  "/report/:period": "/report.html",
  "/setup": "/setup.html",
  "/sign-in": "/sign-in.html"
} as const

/** What people type who know of reports; it leads to the last whole month. */
export const anyReport = "/report"

/** The page that a private service shows to a client without a valid credential. */
export const signIn = "/sign-in"

export const pageFiles = "/static/*"

/** The script that opens the pages without a connection. It serves all paths, not only those below its own folder. */
export const serviceWorker = "/static/worker.js"

export const openApi = "/openapi.json"

export const prometheus = "/metrics"

/** All paths outside of the declared API, each with its need. Clients use GET for them. */
export const undeclared = {
  "/": "view",
  "/admin": "view",
  "/docs": "view",
  "/enter": "view",
  "/history": "view",
  "/join": "nothing",
  [anyReport]: "view",
  "/report/:period": "view",
  "/setup": "nothing",
  "/sign-in": "nothing",
  [pageFiles]: "nothing",
  [openApi]: "view",
  [prometheus]: "metrics"
} as const satisfies Record<keyof typeof pages, Need> & Record<`/${string}`, Need>

/** The page at a path; undefined if there is none. The path of a report contains its week or month, or leads to one that does. */
const pageOf = (path: string): keyof typeof pages | undefined => {
  if (Object.hasOwn(pages, path)) return path as keyof typeof pages
  return /^\/report(?:\/[\w-]+)?$/.test(path) ? "/report/:period" : undefined
}

/** Whether a path is a page that needs a sign-in. An unknown client is redirected to the sign-in, which leads back to that page. */
export const isPrivatePage = (path: string): boolean => {
  const page = pageOf(path)
  return page !== undefined && undeclared[page] !== "nothing"
}
