import module from "node:module"
import { fileURLToPath } from "node:url"
import { engines } from "../package.json"
import { isSupported, linesOf } from "../scripts/node/supported.cjs"

// An old Node may be unable to load the program. So the program is a separate file, and this file runs on any Node.
if (isSupported(engines.node, process.versions.node)) {
  // The next start reads the compiled code. It is stored in the program's folder, where no other user can write.
  module.enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)))
  await import(new URL("service.js", import.meta.url).href)
} else {
  process.stderr.write(`this is Node.js ${process.versions.node}, expected ${linesOf(engines.node)}: install one of these\n`)
  process.exitCode = 1
}
