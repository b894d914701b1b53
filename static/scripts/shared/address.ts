/**
 * The path at which the service begins, with its last slash: `/`, or `/turnover/` behind a proxy that serves it there. All addresses in
 * the pages are relative to it.
 */
export const serviceRoot = () => new URL(".", document.baseURI).pathname

/** The whole address of a link in an answer: a path of the service, or an address below `public_url`. */
export const wholeAddress = (link: string) => new URL(link.replace(/^\//, ""), document.baseURI)

/** A choice in the address, by its name. */
export const asked = (name: string) => new URLSearchParams(location.search).get(name)

/** This page's address with a different choice; null removes it. */
const addressWith = (name: string, value: string | null) => {
  const address = new URL(location.href)
  if (value === null) address.searchParams.delete(name)
  else address.searchParams.set(name, value)
  return address
}

/** Writes a choice into the address, so that it can be shared and reloaded; null removes it. */
export const keepInAddress = (name: string, value: string | null) => history.replaceState(history.state, "", addressWith(name, value))
