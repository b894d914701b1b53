/** A module that runs as a worker: its place beside the page's scripts, as `scripts/lib/pages.mjs` builds it. */
declare module "*?worker" {
  const place: string
  export default place
}
