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

/** Newest first, because Debian installs several versions beside one another. PATH takes precedence. */
const folders = (): ReadonlyArray<string> => [
  ...path,
  ...(existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, "bin")) : [])
]

/** The folder of the server's programs; undefined if none are installed. */
export const serverPrograms: string | undefined = folders().find((folder) =>
  isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "pg_ctl"))
)

/** The path of another program; undefined if it is not installed. */
export const programOf = (name: string): string | undefined => [...path, "/usr/sbin"].map((folder) => join(folder, name)).find(isExecutable)

/** The server refuses to run as root, so it runs as the user that its package has created. */
export const asServerUser = (command: ReadonlyArray<string>): ReadonlyArray<string> =>
  process.getuid?.() === 0 ? ["setpriv", "--reuid", superuser, "--regid", superuser, "--clear-groups", ...command] : command

const asServer = (program: string, args: ReadonlyArray<string>) => {
  const [file = "", ...rest] = asServerUser([join(serverPrograms ?? "", program), ...args])
  // The server keeps inherited descriptors open: with a pipe, this call would wait for the server's end.
  return execFileSync(file, rest, { stdio: "ignore", cwd: "/" })
}

/** A private server on a loopback port and a socket in its folder. Over TCP it requires a password. */
export interface Cluster {
  readonly folder: string
  readonly port: number
}

const memory = "/dev/shm"

/** A folder in memory, if the system has one: durable settings cost nothing there. */
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

/** A port below those that the system gives to outgoing connections: one of these could take it while the server is stopped. */
export const anyPort = (): number => randomInt(20_000, 32_000)

/** Starts the server on `port`, or on any free port. */
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
