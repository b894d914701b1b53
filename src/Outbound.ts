import { type FileSystem, HttpClient, HttpClientError } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Context, Effect, Layer, Redacted } from "effect"
import { Environment, read } from "./Config/Environment.ts"
import { type ForwardProxies, type ForwardProxy, noProxies, proxyFor } from "./Config/Proxy.ts"
import { Secrets } from "./Logging/Secrets.ts"

/** The forward proxy did not take a request, so nothing of it has left this network. */
export class ProxyFault extends Error {}

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? new Map<string, unknown>(Object.entries(error)).get(name) : undefined

/** Whether the address of a proxy has a name and a password already. */
const signInOf = ({ address }: ForwardProxy): string => {
  const { password, username } = new URL(address)
  return username === "" && password === ""
    ? "asks for a name and a password: write them into its address, http://NAME:PASSWORD@HOST:PORT (407)"
    : "refuses the name or the password in its address: correct them; signs such as @ : / % stand there as %40 %3A %2F %25 (407)"
}

const statusOf = (status: number, proxy: ForwardProxy): string =>
  status === 407 ? signInOf(proxy) : status === 403 ? "does not allow the request (403)" : `does not reach the bot (${status})`

/** What the proxy did; undefined if the fault is one of the bot, behind the proxy. */
const faultOf = (error: unknown, proxy: ForwardProxy): string | undefined => {
  const code = memberOf(error, "code")
  if (code === "ERR_PROXY_TUNNEL") {
    const status = memberOf(error, "statusCode")
    return typeof status === "number" ? statusOf(status, proxy) : "ended the connection"
  }
  // With a proxy, the only connection is the one to it.
  const isBefore = ["connect", "getaddrinfo"].includes(String(memberOf(error, "syscall"))) || error instanceof AggregateError
  return isBefore ? `cannot be reached: check its address and the network (${String(code)})` : undefined
}

/** Sends requests by the forward proxies, and directly to the local network and to the hosts of NO_PROXY. */
const choosing = (direct: HttpClient.HttpClient, proxied: HttpClient.HttpClient, proxies: ForwardProxies): HttpClient.HttpClient =>
  HttpClient.make((request, url) => {
    const proxy = proxyFor(proxies, url)
    if (proxy === null) return direct.execute(request)
    const failed = (what: string) =>
      new HttpClientError.RequestError({ request, reason: "Transport", cause: new ProxyFault(`The proxy of ${proxy.name} ${what}`) })
    return proxied.execute(request).pipe(
      Effect.mapError((error) => {
        const what = faultOf(error.cause, proxy)
        return what === undefined ? error : failed(what)
      }),
      Effect.filterOrFail(({ headers, status }) => status !== 407 || headers["proxy-authenticate"] === undefined, () =>
        failed(signInOf(proxy)))
    )
  })

/** A client whose agents are made for the first request: they load HTTPS and TLS. */
const clientOf = (options: object) =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const client = Layer.provide(NodeHttpClient.layerWithoutAgent, NodeHttpClient.makeAgentLayer(options))
    const made = yield* Effect.cached(
      Effect.uninterruptible(Effect.map(Layer.buildWithScope(client, scope), Context.get(HttpClient.HttpClient)))
    )
    return HttpClient.make((request) => Effect.flatMap(made, ({ execute }) => execute(request)))
  })

const make = (proxies: ForwardProxies) =>
  Effect.gen(function*() {
    const { registerAddress } = yield* Secrets
    const direct = yield* clientOf({})
    const { http, https } = proxies
    if (http === null && https === null) return direct
    yield* Effect.forEach([http, https], (proxy) => proxy === null ? Effect.void : registerAddress(Redacted.make(proxy.address)))
    // NO_PROXY is decided above, so that each fault of a connection is known to be the proxy's.
    const proxyEnv = { ...(http === null ? {} : { HTTP_PROXY: http.address }), ...(https === null ? {} : { HTTPS_PROXY: https.address }) }
    return choosing(direct, yield* clientOf({ proxyEnv }), proxies)
  })

/** The client of all requests to bots. The addresses of the proxies are secrets. */
export const layer: Layer.Layer<HttpClient.HttpClient, never, Environment | Secrets> = Layer.scoped(
  HttpClient.HttpClient,
  Effect.flatMap(Environment, ({ proxies }) => make(proxies))
)

/** The same for a program that reports faults of the environment itself. */
export const tolerantLayer: Layer.Layer<HttpClient.HttpClient, never, FileSystem.FileSystem | Secrets> = Layer.scoped(
  HttpClient.HttpClient,
  Effect.flatMap(Effect.match(read, { onFailure: () => noProxies, onSuccess: ({ proxies }) => proxies }), make)
)
