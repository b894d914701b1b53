import { execFileSync, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import { zone } from "./noon.mjs"

export const root = fileURLToPath(new URL("../../..", import.meta.url))
/** The path of the program to start, in the folder of the bundled service, as the benchmark builds it. */
export const program = `${root}/dist/bench/main.js`
export const token = "bench-token-0123456789"

const started = new Set()
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL")
})

const watched = (child) => {
  started.add(child)
  const ended = once(child, "exit").then(() => started.delete(child))
  const stop = async (signal = "SIGTERM") => {
    child.kill(signal)
    await ended
  }
  return { child, pid: child.pid, stop }
}

/**
 * The bundled service of a site, with its start time: the milliseconds until it prints the dashboard's address. `preload` is
 * a module of this folder that exchanges messages with the benchmark.
 */
export const startService = async ({ config, database, folder }, { preload } = {}) => {
  const begin = performance.now()
  const preloaded = preload === undefined ? [] : ["--import", `${root}/lab/bench/lib/${preload}.mjs`]
  const child = spawn(process.execPath, [...nodeOptions, ...preloaded, program], {
    cwd: folder,
    env: {
      // As in the image and the units.
      MALLOC_ARENA_MAX: "1",
      PATH: process.env.PATH,
      ADMIN_TOKEN: token,
      CONFIG_FILE: config,
      DATABASE_URL: `file:${database}`,
      HOST: "127.0.0.1",
      LOG_FILE: `${folder}/app.log`,
      PORT: "0",
      TZ: zone
    },
    stdio: ["ignore", "pipe", "pipe", ...(preload === undefined ? [] : ["ipc"])]
  })
  let errorOutput = ""
  child.stderr.on("data", (chunk) => (errorOutput = `${errorOutput}${chunk}`.slice(-4000)))
  const port = await new Promise((resolve, reject) => {
    let printed = ""
    child.stdout.on("data", (chunk) => {
      printed = `${printed}${chunk}`.slice(-4000)
      const match = /dashboard at http:\S+:(\d+)\//.exec(printed)
      if (match !== null) resolve(Number(match[1]))
    })
    child.once("exit", (code) => reject(new Error(`the service exited with ${code}: ${errorOutput}`)))
  })
  return { ...watched(child), port, readyMillis: performance.now() - begin }
}

/** A peer: a program to compare with. It sends its port once it listens. */
export const startPeer = async (name, ...args) => {
  const child = fork(`${root}/lab/bench/peers/${name}.mjs`, args, { env: { PATH: process.env.PATH, TZ: zone, NODE_ENV: "production" } })
  const [port] = await once(child, "message")
  return { ...watched(child), port }
}

const helper = async (name, ...args) => {
  const child = fork(`${root}/lab/bench/lib/${name}.mjs`, args)
  await once(child, "message")
  return watched(child)
}

/** A load generator. `flood` and `pace` return the responses a second and their times in milliseconds. */
export const startLoad = async () => {
  const { child, stop } = await helper("Load")
  const ask = async (job) => {
    child.send(job)
    return (await once(child, "message"))[0]
  }
  return {
    stop,
    flood: (job) => ask({ kind: "flood", ...job }),
    pace: async (job, meanwhile) => {
      await ask({ kind: "pace", ...job })
      await meanwhile()
      return ask({ kind: "stop" })
    }
  }
}

/** Many event clients of one server, in their own process. */
export const startWatchers = async (port, count) => {
  const { child, stop } = await helper("Watchers", String(port), String(count))
  return {
    stop,
    /** Milliseconds from one trigger until each client has the event. */
    broadcast: async (trigger) => {
      child.send(trigger)
      return (await once(child, "message"))[0]
    }
  }
}

const fieldOf = (pid, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

/** Resident memory in MB (10^6 bytes). */
export const residentMegabytes = (pid) => fieldOf(pid, "VmRSS") * 1024 / 1e6

/** The hard limit of open files; Node raises its own limit to it. */
export const mostOpenFiles = () => Number(execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).replace("unlimited\n", "1000000"))

const clockTicks = 100

/** Processor time used by a process, in milliseconds. */
export const processorMillis = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 1000 / clockTicks
}
