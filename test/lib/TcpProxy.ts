import { Effect, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A proxy between a client and a server on the loopback, which causes the faults of a network. */
export interface TcpProxy {
  readonly port: number
  /** How many connections were accepted so far. */
  readonly accepted: () => number
  /** Resets every connection; new ones work. */
  readonly cut: () => void
  /** Delivers nothing from now on, on old and new connections, without notifying either side. */
  readonly blackHole: () => void
  /** Delivers nothing from now on on the existing connections, without notifying either side; new ones work. */
  readonly forget: () => void
  /** Resets every connection, including new ones. */
  readonly refuse: () => void
  /** Lets new connections work again. */
  readonly heal: () => void
  /** Delivers everything that a client sends this many milliseconds late from now on. */
  readonly delay: (millis: number) => void
  /**
   * Cuts the connection on which the client sends `text`, before the server receives it or before the client receives the response;
   * or lets that connection silently lose everything from the response on.
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
