import { isIPv6 } from "node:net"
import { isCallable } from "./Forms.ts"
import { isPrivateHost } from "./Network.ts"

/** The forward proxies for requests to bots. Their addresses are credentials. */
export interface ForwardProxies {
  /** For `http:` addresses; null if there is none. */
  readonly http: string | null
  /** For `https:` addresses; null if there is none. */
  readonly https: string | null
  /** The entries of NO_PROXY. */
  readonly except: ReadonlyArray<string>
}

export const noProxies: ForwardProxies = { http: null, https: null, except: [] }

type Texts = Readonly<Record<string, string | undefined>>

/** The lower case counts first, as it does for curl and Node. */
const valueOf = (texts: Texts, name: string): string => texts[name.toLowerCase()] || texts[name] || ""

/** The address of a proxy, which may be written without its scheme; null if it is none that is supported. */
const addressOf = (text: string): string | null => {
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(full)) return null
  const url = new URL(full)
  return isCallable(url) ? url.href : null
}

const addressIn = (texts: Texts, name: string): string | null => addressOf(valueOf(texts, name))

export const proxiesIn = (texts: Texts): ForwardProxies => ({
  http: addressIn(texts, "HTTP_PROXY"),
  https: addressIn(texts, "HTTPS_PROXY"),
  except: valueOf(texts, "NO_PROXY").toLowerCase().split(/[\s,]+/).filter((entry) => entry !== "")
})

const isSupported = process.allowedNodeEnvironmentFlags.has("--use-env-proxy")

/** Sentences about proxies that are set and not used. */
export const warningsOfProxies = (texts: Texts): ReadonlyArray<string> =>
  ["HTTPS_PROXY", "HTTP_PROXY"].flatMap((name) => {
    if (valueOf(texts, name) === "") return []
    if (addressIn(texts, name) === null) return [`${name}: expected an address such as http://proxy.example:3128, so it is not used`]
    return isSupported ? [] : [`${name} is not used by Node.js ${process.version}: it needs 22.21, 24.5 or a later one`]
  })

/** The shortest form of an IPv6 address, as in an address; any other name as it is. */
const shortest = (name: string): string => isIPv6(name) ? withoutBrackets(new URL(`http://[${name}]`).hostname) : name

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "")

const isExcept = (entry: string, host: string, port: string): boolean => {
  if (entry === "*") return true
  // The colons of an IPv6 address are not that of a port, which follows its brackets.
  const [, written = "", only = ""] = isIPv6(entry) ? ["", entry] : /^\*?\.?\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? []
  const name = shortest(written)
  return (host === name || host.endsWith(`.${name}`)) && (only === "" || only === port)
}

/** The proxy for an address; null if the request goes directly. */
export const proxyFor = ({ except, http, https }: ForwardProxies, { hostname, port, protocol }: URL): string | null => {
  const host = withoutBrackets(hostname).replace(/\.$/, "")
  const proxy = protocol === "https:" ? https : http
  const portOf = port === "" ? protocol === "https:" ? "443" : "80" : port
  return proxy === null || !isSupported || isPrivateHost(hostname) || except.some((entry) => isExcept(entry, host, portOf)) ? null : proxy
}
