import { shortestSecret } from "./AddressSecrets.ts"
import { formsOf } from "./SecretForms.ts"

export const mark = "<redacted>"

/** A hash of the four UTF-16 units at an index, as many as the shortest form has. */
const startOf = (text: string, at: number): number =>
  Math.imul(Math.imul(Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + 1), 31) + text.charCodeAt(at + 2), 31) +
  text.charCodeAt(at + 3)

interface Scrubber {
  /** Adds the forms of a secret. Its cost does not depend on the number of known secrets. Secrets that are too short are left out. */
  readonly learn: (secret: string) => void
  /** Removes every occurrence of a form, in one pass. Overlapping occurrences are removed as one. */
  readonly scrub: (text: string) => string
}

/** Forms are found by their first four units, so a text is read only once for all secrets. */
export const makeScrubber = (): Scrubber => {
  const known = new Set<string>()
  const formsByStart = new Map<number, ReadonlyArray<string>>()

  const add = (form: string) => {
    if (known.has(form)) return
    known.add(form)
    const start = startOf(form, 0)
    formsByStart.set(start, [...formsByStart.get(start) ?? [], form].sort((a, b) => b.length - a.length))
  }

  /** The end of the longest form that begins at an index; the index itself if no form begins there. */
  const endOfForm = (text: string, at: number): number => {
    const form = formsByStart.get(startOf(text, at))?.find((candidate) => text.startsWith(candidate, at))
    return at + (form?.length ?? 0)
  }

  return {
    learn: (secret) => {
      if (secret.length >= shortestSecret) formsOf(secret).forEach(add)
    },
    scrub: (text) => {
      let scrubbed = ""
      let copied = 0
      let end = 0
      for (let at = 0; at <= text.length - shortestSecret; at++) {
        const formEnd = endOfForm(text, at)
        if (formEnd === at) continue
        if (at >= end) {
          scrubbed += text.slice(copied, at) + mark
          end = formEnd
        } else if (formEnd > end) {
          end = formEnd
        }
        copied = end
      }
      return copied === 0 ? text : scrubbed + text.slice(copied)
    }
  }
}

/** Removes secrets from a text, in any of their forms. */
export const scrubber = (secrets: ReadonlyArray<string>): (text: string) => string => {
  const { learn, scrub } = makeScrubber()
  secrets.forEach(learn)
  return scrub
}
