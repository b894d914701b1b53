// What the programs of this folder share. A program of your own needs none of it: see README.md.
import { fstatSync } from "node:fs"

/** There is no figure, and asking again later may help. The service asks again. */
export class NotNow extends Error {}

/** A variable that `env` of the settings names. */
export const setting = (name) => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} is not set: set it in .env, and name it in env of amount_source`)
  return value
}

const required = (name) => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} is not set: the service sets it`)
  return value
}

/** The day that is asked for; its bounds are milliseconds since 1970, and its end is not part of it. */
export const day = () => {
  const start = required("TURNOVER_DAY_START")
  const end = required("TURNOVER_DAY_END")
  return {
    date: required("TURNOVER_DATE"),
    start: Date.parse(start),
    end: Date.parse(end),
    startText: start,
    endText: end,
    currency: required("TURNOVER_CURRENCY")
  }
}

/** `2026-11-19T16:00:00.000Z` */
export const utc = (millis) => new Date(millis).toISOString()

/** Milliseconds of a time with its offset. One without could be of any zone. */
export const instant = (text, what) => {
  const millis = typeof text === "string" && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(millis)) throw new Error(`${what}: expected a time with its offset, got ${JSON.stringify(text) ?? "nothing"}`)
  return millis
}

/** JSON in which each number stays the text of its digits: a float would change some of them. */
export const parseJson = (text) => JSON.parse(text, (_key, value, context) => (typeof value === "number" ? context.source : value))

/** A decimal text as a whole number of 10^-6, so that sums are exact. */
const millionths = (text, what) => {
  const [, sign, whole, decimals = ""] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(typeof text === "string" ? text : "") ?? []
  if (whole === undefined || /[1-9]/.test(decimals.slice(6))) {
    throw new Error(`${what}: expected an amount, got ${JSON.stringify(text) ?? "nothing"}`)
  }
  return BigInt(sign + whole + decimals.slice(0, 6).padEnd(6, "0"))
}

/** An amount in whole units, such as 12.50. */
export const major = millionths

/** An amount in the smallest unit of its currency, which has to be the shop's; `decimals` of it stand behind the point. */
export const minor = (money, { currency, decimals }, what) => {
  if (money?.currency !== currency) throw new Error(`${what}: expected an amount in ${currency}, got ${JSON.stringify(money) ?? "nothing"}`)
  if (!/^-?\d+$/.test(money.amount ?? ""))
    throw new Error(`${what}: expected a whole number, got ${JSON.stringify(money.amount) ?? "nothing"}`)
  return millionths(money.amount, what) / 10n ** BigInt(decimals)
}

/** The sum of a day's amounts. The same item twice means that the pages moved while they were read. */
export const tally = () => {
  const seen = new Set()
  let sum = 0n
  let items = 0
  return {
    /** Whether an item is new; `id` has to be its own. */
    take: (id, what) => {
      if (typeof id !== "string" || id === "") throw new Error(`${what}: expected an id, got ${JSON.stringify(id) ?? "nothing"}`)
      if (seen.has(id)) throw new NotNow(`${what} came twice: the list changed while it was read`)
      seen.add(id)
    },
    add: (amount) => {
      sum += amount
      items += 1
    },
    count: () => seen.size,
    figure: () => ({ sum, items })
  }
}

const decimal = (sum) => {
  const digits = String(sum < 0n ? -sum : sum).padStart(7, "0")
  const places = digits.slice(-6).replace(/0{1,4}$/, "")
  return `${sum < 0n ? "-" : ""}${digits.slice(0, -6)}.${places}`
}

const fetched = async (url, options) => {
  try {
    // A redirect would send the credentials elsewhere.
    const response = await fetch(url, { redirect: "manual", ...options })
    return { response, text: await response.text() }
  } catch (error) {
    // A connection that breaks off is one of these, so a part of an answer is never read.
    throw new NotNow(`${new URL(url).host} does not answer: ${error.cause?.code ?? error.cause?.message ?? error.message}`)
  }
}

/** The vendor's own words in the JSON of a refusal, wherever it has them. */
const wordsIn = (text) => {
  const found = []
  try {
    JSON.parse(text, (name, value) => {
      if (typeof value === "string" && /^(code|message|details?|errors?|error_description)$/.test(name)) found.push(value)
      return value
    })
  } catch {
    return ""
  }
  return found.length === 0 ? "" : `: ${[...new Set(found)].join(", ").replaceAll(/<[^<>]*>/g, "").slice(0, 120)}`
}

/**
 * The JSON of an answer with the status 200, and its headers.
 * @param advice what to do about a status
 */
export const ask = async (url, { advice = {}, body, headers } = {}) => {
  const { response, text } = await fetched(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const { host } = new URL(url)
  const { status } = response
  const said = `${host} answers HTTP ${status}${wordsIn(text)}`
  if (status === 429 || status >= 500) throw new NotNow(said)
  if (status >= 300 && status < 400 && response.headers.has("location")) {
    const { origin, pathname } = new URL(response.headers.get("location"), url)
    throw new Error(`${said} to ${origin}${pathname}: write the address to which it leads`)
  }
  // 206 is a part.
  if (status !== 200) throw new Error(advice[status] === undefined ? said : `${said}; ${advice[status]}`)
  try {
    return { json: parseJson(text), headers: response.headers }
  } catch {
    throw new Error(`${host} answers something else than JSON`)
  }
}

export const list = (value, what) => {
  if (!Array.isArray(value)) throw new Error(`${what}: expected a list, got ${JSON.stringify(value)?.slice(0, 80) ?? "nothing"}`)
  return value
}

/** The pages of a list, each asked for with the cursor of the one before it. */
export const pages = async function*(fetchPage) {
  const seen = new Set()
  for (let cursor; seen.size < 1000;) {
    const { next, items } = await fetchPage(cursor)
    yield items
    if (next === undefined || next === null || next === "") return
    if (typeof next !== "string") throw new Error(`expected a text for the next page, got ${JSON.stringify(next)}`)
    if (seen.has(next)) throw new Error("the same next page came twice")
    seen.add(next)
    cursor = next
  }
  throw new Error("there are more than 1000 pages")
}

/** The service closes standard input when it dies. A terminal and /dev/null are no pipes, so a program can be run by hand. */
const endWithTheService = () => {
  const input = fstatSync(0)
  if (!input.isFIFO() && !input.isSocket()) return
  process.stdin.on("end", () => process.exit(1)).on("error", () => process.exit(1)).resume()
  process.stdin.unref()
}

/** Prints the figure of a program, and ends it with the code that says what happened. */
export const run = async (figure) => {
  endWithTheService()
  try {
    const { items, sum } = await figure()
    // A day without a sale may be a day whose sales have not come yet.
    if (items === 0) throw new NotNow(`there is no sale of ${process.env.TURNOVER_DATE}; enter 0 if that is right`)
    process.stdout.write(`${JSON.stringify({ amount: decimal(sum), items })}\n`)
  } catch (error) {
    process.stderr.write(`${String(error.message).replaceAll(/\s+/g, " ")}\n`)
    process.exitCode = error instanceof NotNow ? 75 : 1
  }
}
