import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** Which bytes a silent network keeps back. */
export interface Silence {
  readonly requests: boolean
  readonly answers: boolean
}

/** A process's own network to the server. While it is silent it keeps what was sent, and delivers it when it heals, as TCP does. */
export interface Way {
  readonly port: number
  readonly silence: (silence: Silence) => void
  /** Resets every connection, and refuses new ones. */
  readonly cut: () => void
  readonly heal: () => void
  /** Loses the answer to the next COMMIT: by a reset, or without a sign. Resolves when that COMMIT is sent. */
  readonly loseCommit: (how: "reset" | "silent") => Promise<void>
  readonly close: () => void
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  readonly kept: { readonly requests: Array<Buffer>; readonly answers: Array<Buffer> }
  /** How the answer to the COMMIT that was sent here is lost. */
  lost: "reset" | "silent" | undefined
}

const none: Silence = { requests: false, answers: false }

export const makeWay = async (target: number): Promise<Way> => {
  const pairs = new Set<Pair>()
  let silence = none
  let isRefusing = false
  let losing: { readonly how: "reset" | "silent"; readonly sent: () => void } | undefined

  const server = createServer((client) => {
    if (isRefusing) return void client.resetAndDestroy()
    const pair: Pair = { client, server: connect(target, "127.0.0.1"), kept: { requests: [], answers: [] }, lost: undefined }
    pairs.add(pair)
    const isSilent = (direction: keyof Silence) => silence[direction] || pair.lost === "silent"
    const end = (other: Socket) => {
      pairs.delete(pair)
      // A silent network does not tell the other side.
      if (!isSilent("requests")) other.destroy()
    }
    client.on("error", () => undefined).on("close", () => end(pair.server))
    pair.server.on("error", () => undefined).on("close", () => end(client))
    client.on("data", (chunk) => {
      if (losing !== undefined && chunk.includes("COMMIT")) {
        pair.lost = losing.how
        losing.sent()
        losing = undefined
        return void pair.server.write(chunk)
      }
      if (isSilent("requests")) pair.kept.requests.push(chunk)
      else pair.server.write(chunk)
    })
    pair.server.on("data", (chunk) => {
      if (pair.lost === "reset") client.resetAndDestroy()
      else if (isSilent("answers")) pair.kept.answers.push(chunk)
      else client.write(chunk)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")

  return {
    port: (server.address() as AddressInfo).port,
    silence: (wanted) => {
      silence = wanted
    },
    cut: () => {
      isRefusing = true
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.resetAndDestroy()
    },
    heal: () => {
      silence = none
      isRefusing = false
      for (const { client, kept, lost, server } of pairs) {
        if (lost === "silent") continue
        for (const chunk of kept.requests.splice(0)) server.write(chunk)
        for (const chunk of kept.answers.splice(0)) client.write(chunk)
      }
    },
    loseCommit: (how) =>
      new Promise((resolve) => {
        losing = { how, sent: resolve }
      }),
    close: () => {
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
      server.close()
    }
  }
}
