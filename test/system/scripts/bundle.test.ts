import { assert, it } from "@effect/vitest"
import { isAscii } from "node:buffer"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { built } from "../../../scripts/lib/test-bundle.mjs"

const run = promisify(execFile)

const listLoaded = "process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))"

it("the programs are ASCII, so that their text takes one byte a character", () => {
  for (const name of ["main.js", "service.js", "commands.js"]) {
    const text = readFileSync(built(name))
    assert.isTrue(isAscii(text),
      `${name}: ${/[^\0-\x7f]/.exec(text.toString())?.[0]}, expected an escape such as \\u5143 in a regular expression`)
  }
})

// Node's HTTP client and HTTP/2 take a tenth of a start, HTTPS and TLS a megabyte of an idle service.
it("the program loads no HTTP client of Node's that it does not call", async () => {
  const { stdout } = await run(process.execPath, ["--import", `data:text/javascript,${listLoaded}`, built("main.js"), "--version"])
  assert.include(stdout, "NativeModule _http_server")
  assert.notMatch(stdout, /undici|http2|NativeModule (?:https|tls)\n/)
})
