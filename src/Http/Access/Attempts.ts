import { HttpServerRequest } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { BlockList, isIP, isIPv6 } from "node:net"
import { TooManyAttempts } from "../../Api/Errors.ts"
import { monotonicMillis } from "../../Concurrency/Deadline.ts"
import { isShort } from "../../Config/AdminToken.ts"
import { Environment } from "../../Config/Environment.ts"
import type { TrustedProxies } from "../../Config/Network.ts"
import { withHeader } from "../Headers.ts"

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

const listOf = (networks: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", bits] = network.split("/")
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** The address in an entry of the header, which may have a port; undefined if there is none. */
const addressIn = (entry: string): string | undefined => {
  const text = entry.trim().replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1")
  return isIP(text) === 0 ? undefined : text
}

/**
 * The address from which a request comes, by its connection and `X-Forwarded-For`. Each proxy appends the address of its own
 * client, and the first client may have sent any beginning. So the header is read from its end, past the trusted proxies and no
 * further. Without trusted proxies it is not read.
 */
export const clientAddress = ({ hops, networks }: TrustedProxies) => {
  const list = listOf(networks)
  const isTrusted = (address: string, passed: number): boolean =>
    passed < hops || networks.length > 0 && isIP(address) !== 0 && list.check(address, familyOf(address))

  return (connection: string, forwardedFor: string | undefined): string => {
    if (hops === 0 && networks.length === 0 || forwardedFor === undefined) return connection
    const entries = forwardedFor.split(",")
    // With fewer entries than proxies, the request did not pass all of them, so the client may have written the header.
    if (entries.length < hops) return connection
    let address = connection
    for (let passed = 0; isTrusted(address, passed); passed++) {
      const named = addressIn(entries[entries.length - 1 - passed] ?? "")
      if (named === undefined) return address
      address = named
    }
    return address
  }
}

const windowMillis = 60_000
/** The different wrong tokens and the wrong codes of a minute. A token that is sent again is no further guess. */
const maxDifferent = 10
/** The attempts of a minute, also with the same token. */
const maxAttempts = 60
/** The same for a master token that is short enough to be guessed. */
const maxOnShortToken = maxDifferent
/** Bounds the memory during an attack from many addresses: the oldest addresses are dropped. */
const maxAddresses = 10_000

/** A wrong attempt: its instant, in milliseconds of the monotonic clock, and which token was tried; null for a code. */
interface Guess {
  readonly at: number
  readonly token: number | null
}

/** The wrong attempts of the last minute, by address. */
export type Guesses = Map<string, ReadonlyArray<Guess>>

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

const recent = (guesses: Guesses, key: string, now: number): ReadonlyArray<Guess> =>
  (guesses.get(key) ?? []).filter(({ at }) => at > now - windowMillis)

/** The last instant of each guess, oldest first. */
const different = (attempts: ReadonlyArray<Guess>): ReadonlyArray<number> =>
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

type Request = HttpServerRequest.HttpServerRequest

/** Counts guesses of tokens and codes by the client's address. */
export class Attempts extends Context.Tag("Attempts")<Attempts, {
  /** Fails for an address with too many guesses within a minute. */
  readonly allowed: Effect.Effect<void, typeof TooManyAttempts.Type, Request>
  /** Counts a screen that asks to be let in. Fails if too many screens at one address have asked within a minute. */
  readonly asking: Effect.Effect<void, typeof TooManyAttempts.Type, Request>
  readonly wrong: (what: "token" | "invitation code" | "screen code" | "set-up code", token?: string) => Effect.Effect<void, never, Request>
}>() {}

const block = (seconds: number, what = "wrong tokens") =>
  Effect.zipRight(
    withHeader("retry-after", String(seconds)),
    Effect.fail(TooManyAttempts.make({ detail: `too many ${what} from this address, try again in ${seconds} s` }))
  )

export const layer = Layer.effect(
  Attempts,
  Effect.map(Environment, ({ adminToken, trustedProxies }) => {
    const most = Option.exists(adminToken, isShort) ? maxOnShortToken : maxAttempts
    const addressOf = clientAddress(trustedProxies)
    const guesses: Guesses = new Map()
    const askers: Guesses = new Map()
    const sender = Effect.map(HttpServerRequest.HttpServerRequest,
      ({ headers, remoteAddress }) => addressKey(addressOf(Option.getOrElse(remoteAddress, () => "unknown"), headers["x-forwarded-for"])))
    return {
      allowed: Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
        const seconds = secondsBlocked(guesses, address, now, most)
        return seconds > 0 ? block(seconds) : Effect.void
      }),
      asking: Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
        const seconds = secondsBlocked(askers, address, now, maxAttempts)
        if (seconds > 0) return block(seconds, "screens")
        noteGuess(askers, address, now, null)
        return Effect.void
      }),
      wrong: (what, token) =>
        Effect.flatMap(Effect.all([sender, monotonicMillis]), ([address, now]) => {
          noteGuess(guesses, address, now, token ?? null)
          return Effect.annotateLogs(Effect.logWarning(`wrong ${what}`), { service: "http", address })
        })
    }
  })
)
