import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { openSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import { built, shiftedClock, type Site, token, zone } from "../Service.ts"
import type { Server } from "./Server.ts"
import { makeWay, type Way } from "./Way.ts"

/** One of the processes that serve one database in turn. */
export interface Member {
  readonly name: string
  readonly port: number
  readonly way: Way
  readonly pid: () => number
  readonly start: () => void
  readonly signal: (signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT") => void
  /** Ends the process, and waits for that. Its supervisor does not start it again. */
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<void>
  /** How its processes have ended: exit codes and signals. */
  readonly exits: ReadonlyArray<string>
}

/** A port that is free now; a process that waits takes it only later. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

const restartAfter = 200

export interface Fleet {
  readonly members: readonly [Member, Member, Member]
  /** Sets the clocks of all processes ahead of the machine's. */
  readonly setClock: (aheadMillis: number) => void
  readonly close: () => Promise<void>
}

export const startFleet = async (home: Site, server: Server): Promise<Fleet> => {
  const clockFile = join(home.folder, "ahead")
  const setClock = (aheadMillis: number) => writeFileSync(clockFile, String(Math.round(aheadMillis)))
  setClock(0)

  const member = async (name: string): Promise<Member> => {
    const [port, way] = [await freePort(), await makeWay(server.port)]
    const exits: Array<string> = []
    let child: ChildProcess | undefined
    let isWanted = false
    const start = () => {
      isWanted = true
      const output = openSync(join(home.folder, `${name}.out`), "a")
      const own = spawn(process.execPath, [...nodeOptions, "--import", shiftedClock, built("main.js")], {
        cwd: home.folder,
        env: {
          PATH: process.env["PATH"] ?? "",
          ADMIN_TOKEN: token,
          CLOCK_FILE: clockFile,
          DATABASE_URL: server.urlBy(way.port),
          HOST: "127.0.0.1",
          LOG_FILE: join(home.folder, `${name}.log`),
          PORT: String(port),
          TZ: zone
        },
        stdio: ["ignore", output, output]
      })
      child = own
      const endWithUs = () => own.kill("SIGKILL")
      // A failing proof exits at once, and no process that it started may outlive it.
      process.once("exit", endWithUs)
      own.once("exit", (code, signal) => {
        process.off("exit", endWithUs)
        exits.push(String(signal ?? code))
        // As a supervisor does.
        if (isWanted && child === own) setTimeout(start, restartAfter)
      })
    }
    return {
      name,
      port,
      way,
      pid: () => child?.pid ?? 0,
      start,
      signal: (signal) => void child?.kill(signal),
      end: async (signal) => {
        isWanted = false
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, "exit")
        child.kill(signal)
        await ended
      },
      exits
    }
  }

  const members = [await member("one"), await member("two"), await member("three")] as const
  for (const { start } of members) {
    start()
    // The first one creates the tables.
    await sleep(500)
  }
  return {
    members: [...members],
    setClock,
    close: async () => {
      await Promise.all(members.map(({ end }) => end("SIGTERM")))
      for (const { way } of members) way.close()
    }
  }
}
