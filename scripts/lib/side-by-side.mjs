import { spawn } from "node:child_process"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Runs one Node program and prints its whole output at its end. Resolves to whether it succeeded. */
const run = ([script, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk))
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })

/** Runs Node programs at the same time, each to its end. Resolves to whether all succeeded. */
export const sideBySide = async (...programs) => (await Promise.all(programs.map(run))).every((succeeded) => succeeded)
