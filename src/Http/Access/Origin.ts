type Headers = Readonly<Record<string, string | undefined>>

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** The host as a browser writes it in `Origin`. A proxy may pass it on in another header. */
const ownHosts = (headers: Headers): ReadonlyArray<string> =>
  [headers["host"], headers["x-forwarded-host"]].flatMap((host) => (host === undefined ? [] : [host.toLowerCase()]))

/**
 * Whether a browser has sent the request for a page of this service. A page cannot forge `Sec-Fetch-Site`; browsers
 * without it send `Origin` with every change. undefined if there is neither: the client is no browser.
 */
export const isSameOrigin = (headers: Headers): boolean | undefined => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = headers["origin"]
  if (origin === undefined) return undefined
  const host = hostOf(origin)
  return host !== undefined && ownHosts(headers).includes(host)
}

/** Whether the browser uses TLS, to the service or to a proxy in front of it. A client that lies only harms itself. */
export const isSecure = (headers: Headers): boolean =>
  /^https\b/i.test(headers["x-forwarded-proto"] ?? "") || headers["origin"]?.startsWith("https:") === true
