import { isIPv6 } from "node:net"

const windowMillis = 60_000
const maxGuesses = 10
/** Bounds the memory during an attack from many addresses: the oldest addresses are dropped. */
const maxAddresses = 10_000

/** The instants of the last minute's wrong guesses, by address; milliseconds of the monotonic clock. */
export type Guesses = Map<string, Array<number>>

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

const recent = (guesses: Guesses, key: string, now: number): Array<number> =>
  (guesses.get(key) ?? []).filter((at) => at > now - windowMillis)

/** Seconds until `key` may try again; 0 if it may try now. */
export const secondsBlocked = (guesses: Guesses, key: string, now: number): number => {
  const times = recent(guesses, key, now)
  const oldest = times[times.length - maxGuesses]
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + windowMillis - now) / 1000))
}

export const noteGuess = (guesses: Guesses, key: string, now: number): void => {
  const times = [...recent(guesses, key, now), now].slice(-maxGuesses)
  guesses.delete(key)
  guesses.set(key, times)
  for (const oldest of guesses.keys()) {
    if (guesses.size <= maxAddresses) break
    guesses.delete(oldest)
  }
}
