import { createRequire } from "node:module"

/** Each program of the laboratory, with the options of Node that it needs. */
const programs = {
  bench: ["lab/bench/main.mjs"],
  "first-figure": ["lab/first-figure.mjs"],
  fuzz: ["lab/proofs/run.mjs", "fuzz"],
  screenshots: ["lab/screenshots.mjs"],
  simulate: ["--max-semi-space-size=64", "--single-threaded", "--always-sparkplug", "lab/simulation/run.mjs"],
  soak: ["lab/proofs/run.mjs", "soak"],
  takeover: ["lab/proofs/run.mjs", "takeover"],
  torture: ["lab/proofs/run.mjs", "torture"]
}

const [name = "", ...options] = process.argv.slice(2)

if (Object.hasOwn(programs, name)) createRequire(import.meta.url)("../scripts/with-node.cjs")([...programs[name], ...options])
else {
  console.error(
    `npm run lab -- NAME [options]: found ${name === "" ? "no name" : name}, expected one of ${Object.keys(programs).join(", ")}`
  )
  process.exitCode = 1
}
