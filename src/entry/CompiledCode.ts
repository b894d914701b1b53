import buffer from "node:buffer"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import module from "node:module"
import { basename, dirname } from "node:path"
import { fileURLToPath } from "node:url"
import v8 from "node:v8"
import vm from "node:vm"
import zlib from "node:zlib"

/** What a program of scripts/lib/bundle.mjs is called with. */
type Program = (require: NodeJS.Require, url: string, folder: string) => void

/** Bytes of two checksums, of the source and of the compiled code: V8 compares only the length of the source, and reads any code. */
const headBytes = 8

const readCode = (file: string, checksum: number): Buffer | undefined => {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(headBytes)
    return bytes.readUInt32LE(0) === checksum && bytes.readUInt32LE(4) === zlib.crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** Replaced by a rename, so that a process that starts meanwhile never reads half a file. */
const storeCode = (file: string, checksum: number, code: Buffer): void => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(checksum, 0)
  head.writeUInt32LE(zlib.crc32(code), 4)
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(draft, Buffer.concat([head, code]))
    renameSync(draft, file)
  } catch {
    // A folder in which the service may not write: each start compiles again.
  }
}

/**
 * A program with the code that an earlier run has compiled, all its functions at once, and what stores this code for the next run.
 * It is stored beside the program, where no other user can write. Without such code, the program is the same.
 */
export const loadProgram = (url: URL): { readonly run: () => void; readonly store: (() => void) | undefined } => {
  const path = fileURLToPath(url)
  const source = readFileSync(path)
  // A text that is ASCII takes one byte a character, and no time to decode.
  const text = source.toString(buffer.isAscii(source) ? "latin1" : "utf8")
  // V8 takes no code that another version, other flags or another kind of processor compiled: processes that differ must not replace each other's.
  const file = fileURLToPath(new URL(`compiled/${basename(path, ".js")}-${process.versions.node}-${v8.cachedDataVersionTag()}`, url))
  // Of what runs: an upgrade may replace the file before the code is stored.
  const checksum = zlib.crc32(source)
  const cachedData = readCode(file, checksum)
  const script = new vm.Script(text, { filename: url.href, ...(cachedData === undefined ? {} : { cachedData }) })
  const isCompiled = cachedData !== undefined && script.cachedDataRejected !== true
  return {
    run: () => (script.runInThisContext() as Program)(module.createRequire(url), url.href, dirname(path)),
    store: isCompiled ? undefined : () => storeCode(file, checksum, script.createCachedData())
  }
}
