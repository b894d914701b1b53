// @ts-check

/** The browser's storage. Private windows may refuse it, so no feature depends on it. @param {() => Storage} storage */
const safe = (storage) => ({
  /** @param {string} key @returns {string | null} */
  get: (key) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  /** @param {string} key @param {string | null} value */
  set: (key, value) => {
    try {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, value)
    } catch {
      // If it cannot be stored, nothing breaks.
    }
  }
})

/** Values that are kept for this browser. */
export const remembered = safe(() => localStorage)

/** Values that are kept for this tab, and lost with it. */
export const forThisTab = safe(() => sessionStorage)
