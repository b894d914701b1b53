import { type Check, passed, warning } from "../Codes/Check.ts"
import { type AllowedHosts, isAllowed } from "../Config/AllowedHosts.ts"

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The links in messages; no check without `public_url`. */
export const checkLinks = (publicUrl: string | null, hosts: AllowedHosts): ReadonlyArray<Check> => {
  if (publicUrl === null) return []
  const { host, hostname } = new URL(publicUrl)
  if (hosts !== undefined && !isAllowed(hosts, host)) {
    return [
      warning("links", `messages lead to ${publicUrl}, and ALLOWED_HOSTS has no ${host}`,
        `add ${host} to ALLOWED_HOSTS, or change public_url`)
    ]
  }
  return [
    loopback.test(hostname)
      ? warning("links", `messages lead to ${publicUrl}, which only this machine can open`, "set public_url to the name that phones open")
      : passed("links", `messages lead to ${publicUrl}`)
  ]
}
