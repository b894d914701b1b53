import { createHash } from "node:crypto"
import { isIPv6 } from "node:net"

const windowMillis = 60_000
/** The different wrong tokens and the wrong codes of a minute. A token that is sent again is no further guess. */
const maxDifferent = 10
/** The attempts of a minute, also with the same token. */
export const maxAttempts = 60
/** The same for a master token that is short enough to be guessed. */
export const maxOnShortToken = maxDifferent
/** Bounds the memory during an attack from many addresses: the oldest addresses are dropped. */
const maxAddresses = 10_000

/** A wrong attempt: its instant, in milliseconds of the monotonic clock, and which token was tried; null for a code. */
interface Attempt {
  readonly at: number
  readonly token: number | null
}

/** The wrong attempts of the last minute, by address. */
export type Guesses = Map<string, ReadonlyArray<Attempt>>

/** Tells tokens apart without keeping them. */
const markOf = (token: string): number => createHash("sha256").update(token).digest().readUInt32LE()

/** The eight numbers of an IPv6 address. `URL` normalizes every spelling to one form, with at most one gap. */
const groupsOf = (address: string): ReadonlyArray<number> => {
  const written = new URL(`http://[${address.split("%", 1)[0] ?? ""}]`).hostname.slice(1, -1)
  const [before = [], after = []] = written.split("::").map((part) => part.split(":").filter((group) => group !== ""))
  const gap = Array<string>(8 - before.length - after.length).fill("0")
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}

/**
 * The key by which guesses are counted. An IPv6 host owns a whole /64, so all of its addresses count as one; a mapped IPv4 address
 * counts as IPv4.
 */
export const addressKey = (address: string): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join() === "0,0,0,0,0,65535"
  return isMapped
    ? groups.slice(6).flatMap((group) => [group >> 8, group & 255]).join(".")
    : `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`
}

const recent = (guesses: Guesses, key: string, now: number): ReadonlyArray<Attempt> =>
  (guesses.get(key) ?? []).filter(({ at }) => at > now - windowMillis)

/** The last instant of each guess, oldest first. */
const different = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<number> =>
  attempts.filter(({ token }, index) => token === null || !attempts.some((later, place) => place > index && later.token === token))
    .map(({ at }) => at)

/** Seconds until `key` may try again; 0 if it may try now. */
export const secondsBlocked = (guesses: Guesses, key: string, now: number, most: number): number => {
  const attempts = recent(guesses, key, now)
  const guessed = different(attempts)
  const ends = [attempts[attempts.length - most]?.at, guessed[guessed.length - maxDifferent]].filter((at) => at !== undefined)
  return ends.length === 0 ? 0 : Math.max(1, Math.ceil((Math.max(...ends) + windowMillis - now) / 1000))
}

export const noteGuess = (guesses: Guesses, key: string, now: number, token: string | null): void => {
  const attempts = [...recent(guesses, key, now), { at: now, token: token === null ? null : markOf(token) }].slice(-maxAttempts)
  guesses.delete(key)
  guesses.set(key, attempts)
  for (const oldest of guesses.keys()) {
    if (guesses.size <= maxAddresses) break
    guesses.delete(oldest)
  }
}
