import { Effect, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** Stands between a client and a server on the loopback, and does to them what networks do. */
export interface TcpProxy {
  readonly port: number
  /** Connections that have been accepted so far. */
  readonly accepted: () => number
  /** Resets every connection; new ones are served. */
  readonly cut: () => void
  /** From now on nothing arrives, on old connections and new ones, and no side learns of it. */
  readonly blackHole: () => void
  /** Resets every connection, new ones as well. */
  readonly refuse: () => void
  /** Serves new connections again. */
  readonly heal: () => void
  /** Cuts the connection on which the client sends `text`: before the server gets it, or before the client gets its answer. */
  readonly cutAt: (text: string, when: "before it arrives" | "before the answer") => void
}

export const tcpProxy = (port: number, host = "127.0.0.1"): Effect.Effect<TcpProxy, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<TcpProxy & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let accepted = 0
      let lossy = false
      let refusing = false
      let cutting: { readonly text: string; readonly when: string } | undefined
      const server = createServer((client) => {
        accepted += 1
        if (refusing) return void client.resetAndDestroy()
        const upstream = connect(port, host)
        let answers = true
        const reset = () => {
          client.resetAndDestroy()
          upstream.end()
        }
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          socket.on("error", () => undefined)
          socket.on("close", () => sockets.delete(socket))
        }
        client.on("data", (chunk) => {
          if (lossy) return
          const found = cutting !== undefined && chunk.includes(cutting.text)
          if (found && cutting?.when === "before it arrives") {
            cutting = undefined
            return reset()
          }
          if (found) {
            cutting = undefined
            answers = false
          }
          upstream.write(chunk)
        })
        upstream.on("data", (chunk) => {
          if (lossy) return
          if (answers) client.write(chunk)
          else reset()
        })
        client.on("end", () => lossy ? undefined : upstream.end())
        upstream.on("end", () => lossy ? undefined : client.end())
      })
      const cut = () => {
        for (const socket of sockets) socket.resetAndDestroy()
      }
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({
          port: (server.address() as AddressInfo).port,
          accepted: () => accepted,
          cut,
          blackHole: () => {
            lossy = true
          },
          refuse: () => {
            refusing = true
            cut()
          },
          heal: () => {
            lossy = false
            refusing = false
          },
          cutAt: (text, when) => {
            cutting = { text, when }
          },
          close: () => {
            cut()
            server.close()
          }
        })))
    }),
    ({ close }) => Effect.sync(close)
  )
