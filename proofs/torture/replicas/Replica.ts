import { join } from "node:path"
import type { TcpProxy } from "../../../test/lib/TcpProxy.ts"
import { type Caller, caller } from "../../Http.ts"
import { type Service, type Site, start } from "../../Service.ts"
import { must } from "../Violation.ts"
import type { Server } from "./Server.ts"

/** Milliseconds after which a request to a paused replica is abandoned and sent to a different replica. */
const patience = 3_000
/** How often a process is started at most. A start fails while the server is away, and a supervisor repeats it. */
const startsAtMost = 10

/** One replica of the service: its process, which is replaced after a kill, and its own connection path to the server. */
export interface Replica {
  readonly name: string
  readonly proxy: TcpProxy
  /** undefined while no process responds. */
  readonly http: () => Caller | undefined
  readonly owns: (holder: string) => boolean
  readonly start: (ahead: number) => Promise<void>
  readonly signal: (signal: "SIGKILL" | "SIGSTOP" | "SIGCONT") => void
  readonly kill: () => Promise<void>
  /** Ends the process by SIGTERM; its exit code must be 0. */
  readonly stop: () => Promise<void>
}

export const replica = async (home: Site, server: Server, name: string): Promise<Replica> => {
  const { proxy, url } = await server.way()
  let service: Service | undefined
  let http: Caller | undefined
  const ended = async (signal: "SIGKILL" | "SIGTERM") => {
    http?.close()
    http = undefined
    service?.signal(signal)
    return await service?.ended
  }
  return {
    name,
    proxy,
    http: () => http,
    owns: (holder) => service !== undefined && holder.split(":")[1] === String(service.pid),
    start: async (ahead) => {
      for (let left = startsAtMost; http === undefined; left--) {
        service = start(home, { ahead, env: { DATABASE_URL: url, LOG_FILE: join(home.folder, "log", `${name}.log`) } })
        try {
          http = caller(await service.ready, { connections: 32, patience })
        } catch (error) {
          if (left <= 1 || !String(error).includes("cannot be used")) throw error
        }
      }
    },
    signal: (signal) => service?.signal(signal),
    kill: async () => void await ended("SIGKILL"),
    stop: async () => {
      const code = await ended("SIGTERM")
      must(code === 0, () => `${name}: expected exit code 0 after SIGTERM, got ${code}: ${service?.errorOutput() ?? ""}`)
    }
  }
}
