/** The pages, each with its file in `dist/pages`. */
export const pages = {
  "/": "/dashboard.html",
  "/admin": "/admin.html",
  "/docs": "/docs.html"
} as const

/** Scripts, styles and images of the pages. */
export const pageFiles = "/static/*"

/** The description of the API, generated from its declarations. */
export const openApi = "/openapi.json"

/** Metrics in Prometheus' text format. */
export const prometheus = "/metrics"

/** All paths beside the declared API. */
export const undeclared: ReadonlyArray<string> = [...Object.keys(pages), pageFiles, openApi, prometheus]
