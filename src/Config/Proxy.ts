import { isIPv6 } from "node:net"
import { isCallable } from "./Forms.ts"
import { isPrivateHost } from "./Network.ts"

/** A forward proxy, with the variable that names it. The address is a credential. */
export interface ForwardProxy {
  readonly name: string
  readonly address: string
}

/** The forward proxies for requests to bots. */
export interface ForwardProxies {
  /** For `http:` addresses; null if there is none. */
  readonly http: ForwardProxy | null
  /** For `https:` addresses; null if there is none. */
  readonly https: ForwardProxy | null
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

/** The variable that decides for a protocol: its own first. */
const deciding = (texts: Texts, name: string): string => valueOf(texts, name) === "" ? "ALL_PROXY" : name

const proxyIn = (texts: Texts, own: string): ForwardProxy | null => {
  const name = deciding(texts, own)
  const address = addressOf(valueOf(texts, name))
  return address === null ? null : { name, address }
}

const exceptIn = (texts: Texts): ReadonlyArray<string> =>
  valueOf(texts, "NO_PROXY").toLowerCase().split(/[\s,]+/).filter((entry) => entry !== "")

export const proxiesIn = (texts: Texts): ForwardProxies => ({
  http: proxyIn(texts, "HTTP_PROXY"),
  https: proxyIn(texts, "HTTPS_PROXY"),
  except: exceptIn(texts)
})

const isSupported = process.allowedNodeEnvironmentFlags.has("--use-env-proxy")

/** Whether `isExcept` can compare an entry: not a network such as 10.0.0.0/8, and not several hosts with `;` between. */
const isKnownForm = (entry: string): boolean =>
  entry === "*" || isIPv6(entry) || /^(?:\[[\da-f:.]+\]|(?:\*?\.)?[\p{L}\p{N}_][\p{L}\p{N}._-]*)(?::\d+)?$/u.test(entry)

/** Sentences about proxies that are set and not used, and about hosts that are not called directly. */
export const warningsOfProxies = (texts: Texts): ReadonlyArray<string> => {
  const names = [...new Set(["HTTPS_PROXY", "HTTP_PROXY"].map((name) => deciding(texts, name)))].filter((name) =>
    valueOf(texts, name) !== ""
  )
  const ofProxies = names.flatMap((name) =>
    addressOf(valueOf(texts, name)) === null
      ? [`${name}: expected an address such as http://proxy.example:3128, so it is not used`]
      : isSupported
      ? []
      : [`${name} is not used by Node.js ${process.version}: it needs 22.21, 24.5 or a later one`]
  )
  const unknown = names.length === 0 ? [] : exceptIn(texts).filter((entry) => !isKnownForm(entry))
  return [
    ...ofProxies,
    ...unknown.map((entry) =>
      `NO_PROXY: expected hosts with commas between, such as bot.example,.shop.example, got ${entry}, which is not used; the local network is ` +
      "called directly anyway"
    )
  ]
}

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
export const proxyFor = ({ except, http, https }: ForwardProxies, { hostname, port, protocol }: URL): ForwardProxy | null => {
  const host = withoutBrackets(hostname).replace(/\.$/, "")
  const proxy = protocol === "https:" ? https : http
  const portOf = port === "" ? protocol === "https:" ? "443" : "80" : port
  return proxy === null || !isSupported || isPrivateHost(hostname) || except.some((entry) => isExcept(entry, host, portOf)) ? null : proxy
}
