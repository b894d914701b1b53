type Headers = Readonly<Record<string, string | undefined>>

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** The hosts that a browser may write in `Origin` for this service. A proxy may pass the host on in another header. */
const ownHosts = (headers: Headers): ReadonlyArray<string> =>
  [headers["host"], headers["x-forwarded-host"]].flatMap((host) => (host === undefined ? [] : [host.toLowerCase()]))

/**
 * Whether a page of this service made its browser send the request. A page cannot forge `Sec-Fetch-Site`; browsers without it send
 * `Origin` with every change. undefined if the request has neither: the client is no browser.
 */
export const isSameOrigin = (headers: Headers): boolean | undefined => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = headers["origin"]
  if (origin === undefined) return undefined
  const host = hostOf(origin)
  return host !== undefined && ownHosts(headers).includes(host)
}

/** Whether the browser uses TLS, to the service or to a proxy in front of it. A client with a false header harms only itself. */
export const isSecure = (headers: Headers): boolean =>
  /^https\b/i.test(headers["x-forwarded-proto"] ?? "") || headers["origin"]?.startsWith("https:") === true
