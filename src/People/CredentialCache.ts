import type { Person } from "../Domain/Person.ts"

/** The person with a credential, as read from the database. */
interface Recognized {
  readonly person: Person
  /** Until when the entry is valid without the database: until the credential expires, or its next use is to be recorded. */
  readonly until: number
}

/** Bounds the memory; further credentials are read from the database. */
const mostKept = 1000

/** Reads the version once per iteration of the event loop, for all requests of that iteration. */
export const oncePerIteration = (versionNow: () => number): () => number => {
  let read: number | undefined
  return () => {
    if (read === undefined) {
      read = versionNow()
      setImmediate(() => read = undefined)
    }
    return read
  }
}

/**
 * A cache of credentials, by their hash. It is valid while the database's version stays the same: the commits of other processes
 * change it, and this process calls `forget` after its own.
 */
export const makeCredentialCache = (versionNow: () => number) => {
  const kept = new Map<string, Recognized>()
  let version: number | undefined
  let generation = 0

  const currentVersion = (): number | undefined => {
    try {
      return versionNow()
    } catch {
      return undefined
    }
  }

  const forget = (): void => {
    kept.clear()
    generation++
  }

  const isCurrent = (): boolean => {
    const current = currentVersion()
    if (current !== undefined && current === version) return true
    forget()
    version = current
    return false
  }

  return {
    known: (hash: string, now: number): Person | undefined => {
      if (!isCurrent()) return undefined
      const found = kept.get(hash)
      return found !== undefined && now < found.until ? found.person : undefined
    },
    /** Call it before the database is read. The returned function caches the result, unless the version has changed meanwhile. */
    reading: (): (hash: string, recognized: Recognized) => void => {
      isCurrent()
      const begun = generation
      return (hash, recognized) => {
        if (generation !== begun || version === undefined) return
        if (kept.size >= mostKept) kept.clear()
        kept.set(hash, recognized)
      }
    },
    /** Changes whenever the cache was emptied because of a change. */
    changes: (): number => {
      isCurrent()
      return generation
    },
    forget
  }
}
