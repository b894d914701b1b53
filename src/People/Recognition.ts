import type { Person } from "../Domain/Person.ts"

/** Whom a credential belongs to, as the database had it. */
export interface Recognized {
  readonly person: Person
  /** Until when it may be taken for granted without the database: its expiry, or the next note of its use. */
  readonly until: number
}

/** Bounds the memory; those who are left out are read from the database. */
const mostKept = 1000

/**
 * Credentials that were read from the database, by their hash. They hold as long as the database's version does: a
 * change by another process changes it, and a change by this one calls `forget`.
 */
export const makeRecognition = (versionNow: () => number) => {
  const kept = new Map<string, Recognized>()
  let version: number | undefined
  let read: number | undefined
  let generation = 0

  /** The database's version, read once in a turn of the event loop: requests that came together share it. */
  const currentVersion = (): number | undefined => {
    if (read !== undefined) return read
    try {
      read = versionNow()
    } catch {
      return undefined
    }
    setImmediate(() => read = undefined)
    return read
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
    /** The person behind a hash, where no database has to be asked. */
    known: (hash: string, now: number): Person | undefined => {
      if (!isCurrent()) return undefined
      const found = kept.get(hash)
      return found !== undefined && now < found.until ? found.person : undefined
    },
    /** To be called before the database is read; what it returns keeps what was read, unless it has changed meanwhile. */
    reading: (): (hash: string, recognized: Recognized) => void => {
      isCurrent()
      const begun = generation
      return (hash, recognized) => {
        if (generation !== begun || version === undefined) return
        if (kept.size >= mostKept) kept.clear()
        kept.set(hash, recognized)
      }
    },
    forget
  }
}
