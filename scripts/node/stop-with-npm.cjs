"use strict"

const { readFileSync, readlinkSync, realpathSync } = require("fs")

/** Milliseconds. If the end of npm were noticed later, the next start would find the port in use. */
const pollMillis = 250

/** The most shells between npm and this process; further ancestors are not npm's. */
const mostAncestors = 8

const orUndefined = (read) => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const executableOf = (pid) => orUndefined(() => readlinkSync(`/proc/${pid}/exe`))

const parentOf = (pid) =>
  orUndefined(() => {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8")
    return Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1])
  })

/** The parent of this process, its parent, and so on up to npm; only the parent if npm is not found. */
const ancestors = () => {
  const npm = orUndefined(() => realpathSync(process.env.npm_node_execpath))
  const chain = [process.ppid]
  while (chain.length < mostAncestors) {
    const last = chain[chain.length - 1]
    if (executableOf(last) === npm) return chain
    const parent = parentOf(last)
    if (!parent) break
    chain.push(parent)
  }
  return [process.ppid]
}

/**
 * Ends this process, as by SIGTERM, once npm or a shell between npm and this process has ended. npm passes signals to its shell,
 * which may end without passing them on; a SIGKILL is never passed on.
 */
exports.stopWithNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return
  const chain = ancestors()
  const isComplete = () => process.ppid === chain[0] && chain.slice(1).every((parent, index) => parentOf(chain[index]) === parent)
  let hadListeners = false
  const timer = setInterval(() => {
    const hasListeners = process.listenerCount("SIGTERM") > 0
    // The service is already stopping, and a further signal would end it at once.
    const isStopping = hadListeners && !hasListeners
    hadListeners = hadListeners || hasListeners
    if (!isStopping && isComplete()) return
    clearInterval(timer)
    if (!isStopping) process.kill(process.pid, "SIGTERM")
  }, pollMillis)
  timer.unref()
}
