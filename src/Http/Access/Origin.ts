type Headers = Readonly<Record<string, string | undefined>>

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** The host as a browser writes it in `Origin`: a proxy may pass it on in a header of its own. */
const ownHosts = (headers: Headers): ReadonlyArray<string> =>
  [headers["host"], headers["x-forwarded-host"]].flatMap((host) => (host === undefined ? [] : [host.toLowerCase()]))

/**
 * Whether a browser has sent the request for a page of this service. `Sec-Fetch-Site` cannot be forged by a page;
 * browsers that do not send it send `Origin` with every change. `undefined` where there is neither: it is no browser.
 */
export const isSameOrigin = (headers: Headers): boolean | undefined => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = headers["origin"]
  if (origin === undefined) return undefined
  const host = hostOf(origin)
  return host !== undefined && ownHosts(headers).includes(host)
}

/** Whether the browser speaks TLS, with the service or with a proxy in front of it. A client that lies harms itself alone. */
export const isSecure = (headers: Headers): boolean =>
  /^https\b/i.test(headers["x-forwarded-proto"] ?? "") || headers["origin"]?.startsWith("https:") === true
