import { Schema } from "effect"
import { isIP } from "node:net"
import { expecting } from "../Domain/Fault.ts"

/** The proxies that are trusted to name a client's address; none without hops and networks. */
export interface TrustedProxies {
  readonly hops: number
  /** Addresses and networks (`10.0.0.0/8`) of the proxies. */
  readonly networks: ReadonlyArray<string>
}

const mostHops = 10

const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const family = isIP(address)
  return family !== 0 && rest.length === 0 &&
    (bits === undefined || /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const partsOf = (text: string): ReadonlyArray<string> => text.split(",").map((part) => part.trim())

const isHops = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= mostHops

const ProxyList = Schema.String.pipe(
  Schema.filter(
    (text) => isHops(text) || partsOf(text).every(isNetwork),
    expecting("proxies", `a number of proxies from 0 to ${mostHops}, or addresses and networks with commas between`, { max: mostHops })
  )
)

export const Variables = { TRUST_PROXY: Schema.optionalWith(ProxyList, { exact: true, default: () => "0" }) }

export const proxiesOf = ({ TRUST_PROXY: text }: { readonly TRUST_PROXY: string }): TrustedProxies =>
  isHops(text) ? { hops: Number(text), networks: [] } : { hops: 0, networks: partsOf(text) }

/**
 * The fault of a service that listens on every address and trusts `X-Forwarded-For` on any connection; undefined otherwise. A list
 * of proxy addresses is safe: only connections from those proxies are trusted.
 */
export const openProxyTrust = (host: string, { hops }: TrustedProxies): string | undefined =>
  hops > 0 && ["0.0.0.0", "::"].includes(host)
    ? `TRUST_PROXY=${hops} with HOST=${host}: a client that reaches the port without the proxy can name any address, and get it blocked`
    : undefined
