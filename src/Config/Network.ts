import { Schema } from "effect"
import { BlockList, isIP } from "node:net"
import { networkInterfaces } from "node:os"
import { expecting } from "../Domain/Fault.ts"

/** Whether a `HOST` is every address of the machine. */
export const isOpenToNetwork = (host: string): boolean => host === "0.0.0.0" || host === "::"

/** Networks of containers and virtual machines, in which no phone is. */
const isVirtual = (name: string): boolean => /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|utun|tailscale)/i.test(name)

/** The addresses at which the pages of a port can be opened: on this machine, and by phones in its networks. */
export const addressesAt = (port: number): { readonly here: string; readonly phones: ReadonlyArray<string> } => ({
  here: `http://localhost:${port}/`,
  phones: Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    isVirtual(name)
      ? []
      : found.flatMap(({ address, family, internal }) => internal || family !== "IPv4" ? [] : [`http://${address}:${port}/`])
  )
})

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

const entriesOf = (text: string): ReadonlyArray<string> => text.split(",").map((part) => part.trim())

const isHops = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= mostHops

export const ProxyList = Schema.String.pipe(
  Schema.filter(
    (text) => isHops(text) || entriesOf(text).every(isNetwork),
    expecting("proxies", `a number of proxies from 0 to ${mostHops}, or addresses and networks with commas between`, { max: mostHops })
  )
)

export const proxiesOf = (text: string): TrustedProxies =>
  isHops(text) ? { hops: Number(text), networks: [] } : { hops: 0, networks: entriesOf(text) }

/**
 * The fault of a service that listens on every address and trusts `X-Forwarded-For` on any connection; undefined otherwise. A list
 * of proxy addresses is safe: only connections from those proxies are trusted.
 */
export const openProxyTrust = (host: string, { hops }: TrustedProxies): string | undefined =>
  hops > 0 && isOpenToNetwork(host)
    ? `TRUST_PROXY=${hops} with HOST=${host}: a client that reaches the port without the proxy can name any address, and get it blocked`
    : undefined

/** Host names in canonical form (`shop.example`, `shop.example:8080`, `[::1]`); undefined allows every host. */
export type AllowedHosts = ReadonlySet<string> | undefined

const hostShape = /^(\[[\da-f:.]+\]|[^\s:/?#@*[\]\\]+)(:\d{1,5})?$/i

/** An entry as browsers write it in `Host`: lower case, Punycode, the short form of an IPv6 address; undefined if it is no host. */
const canonical = (text: string): string | undefined => {
  const [, name = "", port = ""] = hostShape.exec(text) ?? []
  return name !== "" && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname.replace(/\.$/, "") + port : undefined
}

export const HostList = Schema.String.pipe(
  Schema.filter(
    (text) => entriesOf(text).every((part) => canonical(part) !== undefined),
    expecting("hosts", "host names with commas between, such as shop.example,192.168.1.20:57778,localhost")
  )
)

export const hostsOf = (text: string | undefined): AllowedHosts =>
  text === undefined ? undefined : new Set(entriesOf(text).map((part) => canonical(part) ?? part))

/** Whether a `Host` header names an allowed host: an entry without a port allows every port. */
export const isAllowed = (hosts: ReadonlySet<string>, header: string): boolean => {
  const text = header.toLowerCase()
  const colon = text.lastIndexOf(":")
  const end = colon > text.lastIndexOf("]") ? colon : text.length
  const name = text.slice(0, text[end - 1] === "." ? end - 1 : end)
  return hosts.has(name) || hosts.has(name + text.slice(end))
}

let ownNetworks: BlockList | undefined

/** The private networks. Built for the first address, because Node prepares for IPv6 for several milliseconds. */
const privateNetworks = (): BlockList => {
  if (ownNetworks !== undefined) return ownNetworks
  ownNetworks = new BlockList()
  ownNetworks.addSubnet("10.0.0.0", 8)
  ownNetworks.addSubnet("100.64.0.0", 10)
  ownNetworks.addSubnet("127.0.0.0", 8)
  ownNetworks.addSubnet("169.254.0.0", 16)
  ownNetworks.addSubnet("172.16.0.0", 12)
  ownNetworks.addSubnet("192.168.0.0", 16)
  ownNetworks.addAddress("::1", "ipv6")
  ownNetworks.addSubnet("fc00::", 7, "ipv6")
  ownNetworks.addSubnet("fe80::", 10, "ipv6")
  return ownNetworks
}

/** Names that no public server has: names without a dot, and names reserved for private networks. */
const ownName = /^[^.]+$|\.(?:home\.arpa|internal|lan|local|localhost)$/

/** Whether a host is this machine or in a private network, by its address or name alone. @param hostname as in `URL.hostname` */
export const isPrivateHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "")
  switch (isIP(host)) {
    case 4:
      return privateNetworks().check(host)
    case 6:
      return privateNetworks().check(host, "ipv6")
    default:
      return ownName.test(host)
  }
}
