"use strict"

// Runs on every version of Node: this file and with-node.cjs decide what happens on a version that is too old.

const numbersOf = (version) => version.split(".").map((part) => parseInt(part, 10))

const isAtLeast = (version, floor) => {
  for (const [index, least] of floor.entries()) if (version[index] !== least) return version[index] > least
  return true
}

/**
 * Whether a version such as `24.21.0` is in the range of package.json's `engines`, which names the lines that Node
 * maintains: `^22.13.0 || ^24.0.0 || >=26.0.0`.
 */
exports.isSupported = (range, version) =>
  range.split("||").some((part) => {
    const [, operator, text] = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(part)
    const found = numbersOf(version)
    const floor = numbersOf(text)
    return isAtLeast(found, floor) && (operator === ">=" || found[0] === floor[0])
  })

/** The range as part of a sentence: `22 (22.13 or later), 24, 26 or later`. */
exports.linesOf = (range) =>
  range.split("||").map((part) => {
    const [line, minor] = numbersOf(part.replace(/[^\d.]/g, ""))
    if (part.includes(">=")) return `${line} or later`
    return minor === 0 ? String(line) : `${line} (${line}.${minor} or later)`
  }).join(", ")
