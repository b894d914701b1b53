import { Effect } from "effect"
import { spawn } from "node:child_process"

/** A figure needs a few bytes. A program that prints more has not understood the question. */
export const mostKB = 64
const mostBytes = mostKB * 1024

interface ProgramCall {
  readonly program: string
  /** The name that the program is given; its path by default. */
  readonly name?: string
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

/** How a program has ended, and what it has written. */
export type Ended =
  | { readonly _tag: "Ended"; readonly code: number | null; readonly stdout: Buffer; readonly stderr: string }
  | { readonly _tag: "TooLong" }
  | { readonly _tag: "NotStarted"; readonly reason: string }

const canGroup = process.platform !== "win32"

/** The last bytes of a stream, from the beginning of a line: a part of a line may begin within a secret. */
const lastLines = () => {
  let bytes = Buffer.alloc(0)
  let isCut = false
  return {
    add: (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      isCut ||= bytes.length > mostBytes
      bytes = bytes.subarray(Math.max(0, bytes.length - mostBytes))
    },
    text: (): string => {
      const text = bytes.toString("utf8")
      return isCut ? text.slice(text.indexOf("\n") + 1 || text.length) : text
    }
  }
}

/**
 * Runs a program without a shell, in a process group of its own. The group ends when the program ends, when it prints too much, and
 * when the effect is interrupted. Its standard input is a pipe that stays empty and closes when this process dies, however it dies.
 */
export const runProgram = ({ args, environment, folder, name, program }: ProgramCall): Effect.Effect<Ended> =>
  Effect.async<Ended>((resume) => {
    const child = spawn(program, args, {
      ...(name === undefined ? {} : { argv0: name }),
      cwd: folder,
      env: environment,
      detached: canGroup,
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true
    })
    const endGroup = () => {
      const { pid } = child
      if (pid === undefined) return
      try {
        if (canGroup) process.kill(-pid, "SIGKILL")
        else child.kill("SIGKILL")
      } catch {
        // Every process of the group has ended.
      }
    }
    const gone = new Promise<void>((resolve) => {
      child.once("exit", () => resolve())
      child.once("error", () => resolve())
    })
    const stdout: Array<Buffer> = []
    let length = 0
    const stderr = lastLines()
    const done = (ended: Ended) => {
      endGroup()
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      resume(Effect.succeed(ended))
    }
    // Without a process, or after it has closed its input, writing fails; nothing is written.
    child.stdin.on("error", () => undefined)
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > mostBytes) done({ _tag: "TooLong" })
      else stdout.push(chunk)
    })
    child.stderr.on("data", stderr.add)
    child.once("error", (error) => done({ _tag: "NotStarted", reason: "code" in error ? String(error.code) : error.message }))
    // What the program has left running would hold its output open.
    child.once("exit", endGroup)
    child.once("close", (code) => done({ _tag: "Ended", code, stdout: Buffer.concat(stdout), stderr: stderr.text() }))
    return Effect.promise(() => {
      endGroup()
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      return gone
    })
  })
