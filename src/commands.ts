import { run } from "./Cli.ts"
import * as Process from "./Process.ts"

run(Process.serve(new URL("main.js", import.meta.url)))
