import { Option, Redacted } from "effect"
import { type Check, failed, passed, warning } from "../Codes/HealthProblem.ts"
import { tokenCommand, weaknessOf } from "../Config/AdminToken.ts"
import { holidayCalendar } from "../Config/HolidayCalendar.ts"
import { type AllowedHosts, isAllowed } from "../Config/Network.ts"
import { openProxyTrust, type TrustedProxies } from "../Config/Network.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { type LocalDate, yearOf } from "../Domain/LocalDate.ts"

const advice = `set ADMIN_TOKEN to what \`${tokenCommand}\` prints`

/** Checks that the admin token is hard to guess and can be sent. The token is never shown. */
export const checkToken = (token: Option.Option<Redacted.Redacted>): Check => {
  if (Option.isNone(token)) return warning("token", "ADMIN_TOKEN is not set, the admin endpoints are closed", `to open them, ${advice}`)
  const weakness = weaknessOf(token.value)
  if (weakness !== undefined) return failed("token", weakness, advice)
  const value = Redacted.value(token.value)
  if (/[^\x20-\x7e]/.test(value))
    return warning("token", "ADMIN_TOKEN has characters that a browser cannot send: the admin page stays closed", advice)
  return passed("token", `ADMIN_TOKEN has ${value.length} characters`)
}

/** Without a list of hosts, a web page elsewhere can read the figures through a browser in the shop's network (DNS rebinding). */
export const checkHosts = (hosts: AllowedHosts): Check =>
  hosts === undefined
    ? warning(
      "hosts",
      "ALLOWED_HOSTS is not set, requests for any host name are answered",
      "set ALLOWED_HOSTS to the names by which the dashboard is opened, so that no other web page can read the figures through a browser"
    )
    : passed("hosts", `requests for ${Array.from(hosts).join(", ")} are answered`)

/** A number of proxies is trusted on every connection, so only the proxies may be able to reach the port. */
export const checkProxies = (host: string, proxies: TrustedProxies): ReadonlyArray<Check> => {
  const found = openProxyTrust(host, proxies)
  return found === undefined ? [] : [
    warning("proxies", found, "set HOST to an address that only the proxy reaches, or TRUST_PROXY to the proxies' addresses")
  ]
}

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

/** The notice of a year is published in the autumn before, so next year's is expected in December. */
export const checkHolidays = (settings: Pick<ShopConfig, "holidays" | "holidaysFile">, today: LocalDate): ReadonlyArray<Check> => {
  const year = yearOf(today)
  const missing = holidayCalendar(settings).missingYears(year, today.startsWith("12", 5) ? year + 1 : year)
  return missing.length === 0
    ? []
    : [
      warning("holidays", `no data for ${missing.join(" and ")}: every day counts as an ordinary one`,
        "update the service, or name the days off in holidays_file")
    ]
}
