// @ts-check

/** The name of a value in the storage, as in js/boot.js. @param {string} key */
const stored = (key) => document.documentElement.dataset.home + key

/** The browser's storage. Private windows may refuse it, so no feature depends on it. @param {() => Storage} storage */
const safe = (storage) => ({
  /** @param {string} key @returns {string | null} */
  get: (key) => {
    try {
      return storage().getItem(stored(key))
    } catch {
      return null
    }
  },
  /** @param {string} key @param {string | null} value */
  set: (key, value) => {
    try {
      if (value === null) storage().removeItem(stored(key))
      else storage().setItem(stored(key), value)
    } catch {
      // If it cannot be stored, nothing breaks.
    }
  }
})

/** Values that are kept for this browser. */
export const remembered = safe(() => localStorage)

/** Values that are kept for this tab, and lost with it. */
export const forThisTab = safe(() => sessionStorage)
