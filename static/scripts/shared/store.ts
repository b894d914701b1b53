/** The name of a value in the storage, as in js/boot.js. */
const stored = (key: string) => document.documentElement.dataset.home + key

/** The browser's storage. Private windows may refuse it, so no feature depends on it. */
const safe = (storage: () => Storage) => ({
  get: (key: string): string | null => {
    try {
      return storage().getItem(stored(key))
    } catch {
      return null
    }
  },
  set: (key: string, value: string | null) => {
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
