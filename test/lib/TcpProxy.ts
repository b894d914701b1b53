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
  /** From now on nothing arrives on the connections that there are, and no side learns of it; new ones are served. */
  readonly forget: () => void
  /** Resets every connection, new ones as well. */
  readonly refuse: () => void
  /** Serves new connections again. */
  readonly heal: () => void
  /** From now on everything that a client sends arrives so many milliseconds late. */
  readonly delay: (millis: number) => void
  /**
   * Cuts the connection on which the client sends `text`: before the server gets it, or before the client gets its answer; or
   * loses that connection from its answer on, without a sign.
   */
  readonly cutAt: (text: string, when: "before it arrives" | "before the answer" | "from its answer on, without a sign") => void
}

export const tcpProxy = (port: number, host = "127.0.0.1"): Effect.Effect<TcpProxy, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<TcpProxy & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let accepted = 0
      let lossy = false
      let forgotten = 0
      let refusing = false
      let late = 0
      let cutting: { readonly text: string; readonly when: string } | undefined
      const server = createServer((client) => {
        accepted += 1
        const number = accepted
        let silent = false
        const isLost = () => lossy || silent || number <= forgotten
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
          if (isLost()) return
          const found = cutting !== undefined && chunk.includes(cutting.text)
          if (found && cutting?.when === "before it arrives") {
            cutting = undefined
            return reset()
          }
          if (found) {
            silent = cutting?.when === "from its answer on, without a sign"
            answers = silent
            cutting = undefined
          }
          if (late === 0) upstream.write(chunk)
          else setTimeout(() => upstream.destroyed ? undefined : upstream.write(chunk), late)
        })
        upstream.on("data", (chunk) => {
          if (isLost()) return
          if (answers) client.write(chunk)
          else reset()
        })
        client.on("end", () => isLost() ? undefined : upstream.end())
        upstream.on("end", () => isLost() ? undefined : client.end())
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
          forget: () => {
            forgotten = accepted
          },
          refuse: () => {
            refusing = true
            cut()
          },
          heal: () => {
            lossy = false
            refusing = false
          },
          delay: (millis) => {
            late = millis
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
