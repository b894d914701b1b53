import { execFileSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { accessSync, appendFileSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"

export const superuser = "postgres"

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const debian = "/usr/lib/postgresql"

const path = (process.env["PATH"] ?? "").split(delimiter)

/** Newest first, as Debian installs them beside one another; a PATH comes before. */
const folders = (): ReadonlyArray<string> => [
  ...path,
  ...(existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, "bin")) : [])
]

/** The folder of the server's programs; undefined where none are installed. */
export const serverPrograms: string | undefined = folders().find((folder) =>
  isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "pg_ctl"))
)

/** The file of another program; undefined where it is not installed. */
export const programOf = (name: string): string | undefined => [...path, "/usr/sbin"].map((folder) => join(folder, name)).find(isExecutable)

/** The server refuses to run as root: it runs as the user that its package has created. */
export const asServerUser = (command: ReadonlyArray<string>): ReadonlyArray<string> =>
  process.getuid?.() === 0 ? ["setpriv", "--reuid", superuser, "--regid", superuser, "--clear-groups", ...command] : command

const asServer = (program: string, args: ReadonlyArray<string>) => {
  const [file = "", ...rest] = asServerUser([join(serverPrograms ?? "", program), ...args])
  // The server keeps what it inherits open: with a pipe the call would wait for its end.
  return execFileSync(file, rest, { stdio: "ignore", cwd: "/" })
}

/** A server of its own, on a loopback port and a socket in its folder; over TCP it wants a password. */
export interface Cluster {
  readonly folder: string
  readonly port: number
}

const memory = "/dev/shm"

/** In memory where there is such a file system: durable settings cost nothing there. */
export const clusterFolder = (): string => {
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "turnover-postgres-"))
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) execFileSync("chown", [superuser, folder])
  return folder
}

const data = (folder: string) => join(folder, "data")

const accessRules = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"

export const createCluster = (folder: string, settings: ReadonlyArray<string> = []): void => {
  asServer("initdb", ["-D", data(folder), "-U", superuser, "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync"])
  execFileSync("tee", [join(data(folder), "pg_hba.conf")], { input: accessRules, stdio: ["pipe", "ignore", "inherit"] })
  appendFileSync(join(data(folder), "postgresql.conf"), ["max_connections = 300", "shared_buffers = 16MB", ...settings, ""].join("\n"))
}

const control = (folder: string, ...args: ReadonlyArray<string>) =>
  asServer("pg_ctl", ["-D", data(folder), "-w", "-s", "-l", join(folder, "log"), ...args])

/** Below the ports that the system gives to connections: one of those could take it while its server is away. */
export const anyPort = (): number => randomInt(20_000, 32_000)

/** Starts the server on `port`, or on any that is free. */
export const startCluster = (folder: string, port?: number): Cluster => {
  for (let attempt = 0;; attempt++) {
    const chosen = port ?? anyPort()
    try {
      control(folder, "-o", `-p ${chosen} -k ${folder} -c listen_addresses=127.0.0.1`, "start")
      return { folder, port: chosen }
    } catch (error) {
      if (attempt === 5) throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, "log"), "utf8")}`, { cause: error })
    }
  }
}

export const stopCluster = (folder: string, mode: "fast" | "immediate" = "immediate"): void => {
  if (existsSync(join(data(folder), "postmaster.pid"))) control(folder, "-m", mode, "stop")
}

export const removeCluster = (folder: string): void => {
  stopCluster(folder)
  rmSync(folder, { recursive: true, force: true })
}
