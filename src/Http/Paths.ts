/** The pages, each with its file in `dist/pages`. */
export const pages = {
  "/": "/dashboard.html",
  "/admin": "/admin.html",
  "/docs": "/docs.html",
  "/enter": "/enter.html",
  "/join": "/join.html",
  "/sign-in": "/sign-in.html"
} as const

/** Where somebody signs in whom a private service does not know. */
export const signIn = "/sign-in"

/** The pages that a private service shows to everybody. */
const doors: ReadonlyArray<string> = [signIn, "/join"]

/** Whether a path is a page behind the sign-in. */
export const isPrivatePage = (path: string): boolean => path in pages && !doors.includes(path)

/** Whether there is a page to sign in on. */
export const hasSignIn = signIn in pages

/** Whether a path is open to everybody, whatever the access to the rest. */
export const isPublic = (path: string): boolean => path === pageFiles || doors.includes(path)

/** Scripts, styles and images of the pages. */
export const pageFiles = "/static/*"

/** The description of the API, generated from its declarations. */
export const openApi = "/openapi.json"

/** The health report, which says more to those who manage the service. */
export const health = "/api/health"

/** Metrics in Prometheus' text format. */
export const prometheus = "/metrics"

/** All paths beside the declared API. */
export const undeclared: ReadonlyArray<string> = [...Object.keys(pages), pageFiles, openApi, prometheus]
