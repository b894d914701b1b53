#!/usr/bin/env node
import { fileURLToPath } from "node:url"
import run from "./with-node.cjs"

// The package's executable: builds the bundle if it is missing or outdated, as `npm start` does.
run([fileURLToPath(new URL("start.mjs", import.meta.url)), ...process.argv.slice(2)])
