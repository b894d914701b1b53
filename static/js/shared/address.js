// @ts-check

/** What the address asks for. @param {string} name */
export const asked = (name) => new URLSearchParams(location.search).get(name)

/** This page's address with another choice; null takes it out. @param {string} name @param {string | null} value */
export const addressWith = (name, value) => {
  const address = new URL(location.href)
  if (value === null) address.searchParams.delete(name)
  else address.searchParams.set(name, value)
  return address
}

/** Keeps a choice in the address, so that it can be shared and reloaded; null takes it out. @param {string} name @param {string | null} value */
export const keepInAddress = (name, value) => history.replaceState(history.state, "", addressWith(name, value))
