const windowMillis = 60_000
const maxGuesses = 10
/** More addresses than that at once are an attack by themselves: the oldest are forgotten. */
const maxAddresses = 10_000

/** Wrong tokens of the last minute, by address. */
export type Guesses = Map<string, Array<number>>

/** IPv6 hosts own a whole /64: it counts as one address. */
export const addressKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "")
  if (!plain.includes(":")) return plain
  const [head = "", tail] = plain.split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after]
  return `${groups.slice(0, 4).join(":")}::/64`
}

const recent = (guesses: Guesses, key: string, now: number): Array<number> =>
  (guesses.get(key) ?? []).filter((at) => at > now - windowMillis && at <= now)

/** Seconds until `key` may try again; 0 while it may. */
export const secondsBlocked = (guesses: Guesses, key: string, now: number): number => {
  const times = recent(guesses, key, now)
  const oldest = times[times.length - maxGuesses]
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + windowMillis - now) / 1000))
}

/** Notes a wrong token. */
export const noteGuess = (guesses: Guesses, key: string, now: number): void => {
  const times = [...recent(guesses, key, now), now].slice(-maxGuesses)
  guesses.delete(key)
  guesses.set(key, times)
  for (const oldest of guesses.keys()) {
    if (guesses.size <= maxAddresses) break
    guesses.delete(oldest)
  }
}
