import buffer from "node:buffer"
import { readFileSync } from "node:fs"
import module from "node:module"
import { basename, dirname } from "node:path"
import { fileURLToPath } from "node:url"
import v8 from "node:v8"
import vm from "node:vm"
import zlib from "node:zlib"

/** Bytes of two checksums, of the source and of the compiled code: V8 compares only the length of the source, and reads any code. */
const headBytes = 8

const readCode = (file, checksum) => {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(headBytes)
    return bytes.readUInt32LE(0) === checksum && bytes.readUInt32LE(4) === zlib.crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

const withHead = (code, checksum) => {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(checksum, 0)
  head.writeUInt32LE(zlib.crc32(code), 4)
  return Buffer.concat([head, code])
}

/**
 * A program of bundle.mjs with the code that the build has compiled, all the functions of a start at once, which stands beside the
 * program in `file`. Without such code, the program is the same. Only the build stores it (store-code.mjs): a running program may
 * not be able to write there, or would take the last bytes of a disk.
 */
export const loadProgram = (url) => {
  const path = fileURLToPath(url)
  const source = readFileSync(path)
  // A text that is ASCII takes one byte a character, and no time to decode.
  const text = source.toString(buffer.isAscii(source) ? "latin1" : "utf8")
  // V8 takes no code that another version, other flags or another kind of processor compiled.
  const file = fileURLToPath(new URL(`compiled/${basename(path, ".js")}-${process.versions.node}-${v8.cachedDataVersionTag()}`, url))
  const checksum = zlib.crc32(source)
  const cachedData = readCode(file, checksum)
  const script = new vm.Script(text, { filename: url.href, ...(cachedData === undefined ? {} : { cachedData }) })
  return {
    file,
    isCompiled: cachedData !== undefined && script.cachedDataRejected !== true,
    run: () => script.runInThisContext()(module.createRequire(url), url.href, dirname(path)),
    codeOf: () => withHead(script.createCachedData(), checksum)
  }
}
