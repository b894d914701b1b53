import { assert, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { built } from "../../scripts/lib/test-bundle.mjs"

const run = promisify(execFile)

const listLoaded = "process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))"

// Node's HTTP client and HTTP/2 take a tenth of a start.
it("the program loads no HTTP client of Node's that it does not call", async () => {
  const { stdout } = await run(process.execPath, ["--import", `data:text/javascript,${listLoaded}`, built("main.js"), "--version"])
  assert.include(stdout, "NativeModule _http_server")
  assert.notMatch(stdout, /undici|http2/)
})
