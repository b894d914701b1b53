import { dirname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { loadProgram } from "./compiled-code.mjs"
import { replaceFile } from "./replace-file.mjs"

// Runs a built program as dist/main.js does, and stores the code that it has compiled. Usage: node store-code.mjs dist/service.js [arguments]
const [, , path, ...words] = process.argv
process.argv = [process.argv[0], join(dirname(resolve(path)), "main.js"), ...words]
const { codeOf, file, run } = loadProgram(pathToFileURL(resolve(path)))
process.once("exit", (code) => {
  // One that ends in order has run all that it needs.
  if (code === 0) replaceFile(file, codeOf())
})
run()
