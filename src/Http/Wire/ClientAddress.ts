import { BlockList, isIP } from "node:net"
import type { TrustedProxies } from "../../Config/TrustProxy.ts"

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
