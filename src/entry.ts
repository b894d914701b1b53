import { isMainThread } from "node:worker_threads"
import { engines } from "../package.json"
import { loadProgram } from "../scripts/lib/compiled-code.mjs"
import { isSupported, linesOf } from "../scripts/node/supported.cjs"

// An old Node may be unable to load the programs. So they are separate files, and this one runs on any Node.
if (isSupported(engines.node, process.versions.node)) {
  // The service reads no code of commands.
  const words = process.argv.slice(2)
  const isService = !isMainThread || words.length === 0 || words.length === 1 && words[0] === "serve"
  loadProgram(new URL(isService ? "service.js" : "commands.js", import.meta.url)).run()
} else {
  process.stderr.write(`this is Node.js ${process.versions.node}, expected ${linesOf(engines.node)}: install one of these\n`)
  process.exitCode = 1
}
