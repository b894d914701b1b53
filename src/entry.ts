import module from "node:module"
import { fileURLToPath } from "node:url"
import { engines } from "../package.json"
import { isSupported, linesOf } from "../scripts/node/supported.cjs"

// The program itself may not load on an old Node, so it is a file of its own, and this one runs on any.
if (isSupported(engines.node, process.versions.node)) {
  // The next start reads compiled code. It is kept beside the program, where no other user can write.
  module.enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)))
  await import(new URL("service.js", import.meta.url).href)
} else {
  process.stderr.write(`this is Node.js ${process.versions.node}, expected ${linesOf(engines.node)}: install one of these\n`)
  process.exitCode = 1
}
