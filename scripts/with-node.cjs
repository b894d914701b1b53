"use strict"

// Runs a script of this project on a Node that the service supports: the Node that runs this file or, if that is not supported,
// one from npm. Usage: node [options] scripts/with-node.cjs [--line=22] [options] scripts/start.mjs [arguments]
// Bounds on memory (--max-…) may stand before this file: every Node knows them, so they need no second process.
// It uses only syntax and functions of Node 14, so that it runs on old versions.

const { spawn } = require("child_process")
const { delimiter, resolve } = require("path")
const { pathToFileURL } = require("url")
const { engines } = require("../package.json")
const { fetchedNode } = require("./node/fetched.cjs")
const { stopWithNpm } = require("./node/stop-with-npm.cjs")
const { isSupported, linesOf } = require("./node/supported.cjs")

/** The line to use if this machine's own Node is not supported. */
const usualLine = "24"

const isSupportedHere = isSupported(engines.node, process.versions.node)

const say = (sentence) => process.stderr.write(`turnover: ${sentence}\n`)

const nodeOf = (line) => {
  const why = line === undefined ? `this is Node.js ${process.versions.node}, which the service does not support; ` : ""
  let wasFetched = false
  try {
    const found = fetchedNode(line || usualLine, (version) => {
      wasFetched = true
      say(`${why}fetching Node.js ${version} from npm, once`)
    })
    if (!wasFetched && line === undefined) say(`${why}running on Node.js ${found.version} from npm`)
    return found
  } catch (error) {
    say(`${why}${error.message}: install Node.js ${linesOf(engines.node)}`)
    return process.exit(1)
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * Runs a script with Node's options in a child process, with its Node first on PATH, so that `node`, `npm` and `npx` in it have
 * that version.
 */
const runAsChild = ({ executable, folder }, words) => {
  const script = words.findIndex((word) => !word.startsWith("-"))
  const bounds = process.execArgv.filter((word) => word.startsWith("--max-"))
  // Starts this file again in the child, so that the child also stops with its parent.
  const child = spawn(executable, [...bounds, ...words.slice(0, script), __filename, ...words.slice(script)], {
    env: { ...process.env, PATH: folder === undefined ? process.env.PATH : folder + delimiter + process.env.PATH },
    stdio: "inherit"
  })
  // A terminal also sends its signal to the child.
  for (const signal of signals) process.on(signal, () => signal === "SIGINT" && process.stdin.isTTY || child.kill(signal))
  child.on("error", (error) => {
    say(`${executable} cannot be run: ${error.message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code)
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}

const run = (words) => {
  const line = words[0].startsWith("--line=") ? words[0].slice("--line=".length) : undefined
  const rest = line === undefined ? words : words.slice(1)
  const isOfThisLine = line === undefined ? isSupportedHere : process.versions.node.startsWith(`${line}.`)
  const [script, ...args] = rest
  stopWithNpm()
  if (!isOfThisLine) runAsChild(nodeOf(line), rest)
  else if (script.startsWith("-")) runAsChild({ executable: process.execPath }, rest)
  else {
    process.argv = [process.argv[0], resolve(script), ...args]
    import(pathToFileURL(script).href)
  }
}

module.exports = run

if (require.main === module) run(process.argv.slice(2))
