// @ts-check

/**
 * The browser's storage. Private windows may refuse it, so nothing depends on it.
 * @param {() => Storage} storage
 */
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
      // It is not stored, which does no harm.
    }
  }
})

/** Kept for this browser. */
export const remembered = safe(() => localStorage)

/** Kept for this tab only, and gone with it. */
export const forThisTab = safe(() => sessionStorage)
