import { type Check, warning } from "../Codes/Check.ts"
import { openProxyTrust, type TrustedProxies } from "../Config/TrustProxy.ts"

/** A number of proxies is trusted on every connection, so only the proxies may reach the port. */
export const checkProxies = (host: string, proxies: TrustedProxies): ReadonlyArray<Check> => {
  const found = openProxyTrust(host, proxies)
  return found === undefined ? [] : [
    warning("proxies", found, "set HOST to an address that only the proxy reaches, or TRUST_PROXY to the proxies' addresses")
  ]
}
