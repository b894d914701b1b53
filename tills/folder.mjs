// A day from a folder into which a till exports its tables, CSV or Excel: node tills/folder.mjs FOLDER [OPTION …]
// A file is read like an import, by the same rules. What a file does not settle is a fault that names the option that answers it.
//   --name TEXT            only files whose name contains the text, such as receipts
//   --only COLUMN=VALUE    only rows with the value; several values of a column count together
//   --skip COLUMN=VALUE    not the rows with the value, such as 状态=已退款
//   --files one|add|newest several files with rows of the day: a fault if their sums differ (one, the default); their sums are
//                          added; or the file that changed last counts
//   --unended              the last line of a text may lack its end; without this, such a file may still be being written
//   --charset NAME         such as gb18030, if it is not recognized
// and every answer of `turnover import`: --date-column, --amount-column, --date-order, --row-rule, --rows-of-a-day …
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { answersIn, faultSentence, placeOf, questionCodes, questionLines, readTables } from "../dist/tables.mjs"
import { day, major, NotNow, run } from "./till.mjs"

/** A file that is being written changes within this time; milliseconds. */
const settling = 2_000

/** A file that was last changed long before the day has no row of it. The clock of the till may be late by this; milliseconds. */
const oneDay = 86_400_000

const optionName = (code) => code.replaceAll("_", "-")
const several = { type: "string", multiple: true, default: [] }

const given = () => {
  const { positionals: [folder, ...others], values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: "string", default: "" },
      only: several,
      skip: several,
      files: { type: "string", default: "one" },
      unended: { type: "boolean", default: false },
      charset: { type: "string" },
      ...Object.fromEntries(questionCodes.map((code) => [optionName(code), several]))
    }
  })
  if (folder === undefined || others.length > 0) throw new Error("expected one folder: node tills/folder.mjs FOLDER [OPTION …]")
  if (!["one", "add", "newest"].includes(values.files)) throw new Error(`--files: expected one, add or newest, got ${values.files}`)
  const rule = [...values.only, ...values.skip].find((one) => !/^[^=]+=/.test(one))
  if (rule !== undefined) throw new Error(`--only, --skip: expected COLUMN=VALUE, got ${rule}`)
  const answers = answersIn(questionCodes.flatMap((code) => values[optionName(code)].map((value) => [code, value])))
  if (typeof answers === "string") throw new Error(`expected an answer that the import knows, got ${answers}`)
  return { ...values, folder, answers }
}

/** Files directly in the folder that may have rows of the day, the one that changed last at the end. */
const filesIn = ({ folder, name }, { start }) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^[.~]/.test(entry.name) && entry.name.includes(name))
    .map((entry) => ({ name: entry.name, stat: statSync(join(folder, entry.name)) }))
    .filter(({ stat }) => stat.mtimeMs >= start - oneDay)
    .sort((a, b) => a.stat.mtimeMs - b.stat.mtimeMs || (a.name < b.name ? -1 : 1))

const fingerprint = ({ name, stat: { mtimeMs, size } }) => `${name} ${mtimeMs} ${size}`

const settingsOf = ({ answers, only, skip }, { currency, date, startText }) => {
  // The zone is that of TZ, the shop's. A file may have later days too, up to today.
  const today = new Intl.DateTimeFormat("sv-SE").format()
  const [, hour, minute] = /T(\d\d):(\d\d)/.exec(startText)
  return {
    today: today > date ? today : date,
    currency,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    zone: process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayStartsAt: Number(hour) * 3600 + Number(minute) * 60,
    answers,
    kept: { only, skip },
    known: new Map()
  }
}

/** A workbook ends with its directory and a page with a tag: a part of one is refused by itself. */
const mayBePart = (bytes) =>
  bytes.subarray(0, 2).toString("latin1") !== "PK" && bytes[0] !== 0xd0 && !/[\r\n>\0\x1a]/.test(String.fromCharCode(bytes.at(-1)))

/** Codes of files that may be something else than the till's tables. */
const foreign = ["not_a_table", "no_workbook", "no_days", "encoding"]

/** The day in a file: its sum in cents and its rows; undefined if the file has no row of it. */
const dayIn = async (options, { name }, asked) => {
  const bytes = readFileSync(join(options.folder, name))
  const { closed, days, faults, outcome, questions, rows } = await readTables(Uint8Array.from(bytes), settingsOf(options, asked),
    options.charset)
  // A table without a day, such as a header alone.
  if (outcome === "refused" && faults.every(({ code }) => code === "empty")) return undefined
  if (outcome === "ask") {
    const [first] = questions
    throw new Error(
      `${name}: ${questionLines(first, (code, value) => `--${optionName(code)} ${value}`).map((line) => line.trim()).join(" ")}`
    )
  }
  if (outcome === "refused") {
    const [fault] = faults
    const header = rows.find(({ what }) => what === "header")?.value
    const more = foreign.includes(fault.code)
      ? "; --name leaves out other files"
      : fault.code === "columns" && header !== undefined
      ? `; the header is: ${header}`
      : ""
    throw new Error(`${name}, ${placeOf(fault)}: ${faultSentence(fault)}${more}`)
  }
  if (closed.includes(asked.date)) throw new Error(`${name} says that the shop was closed: mark the day closed`)
  const found = days.find(({ date }) => date === asked.date)
  if (found !== undefined && !options.unended && mayBePart(bytes)) {
    throw new NotNow(`${name}: its last line has no end, so it may still be being written; --unended if that is how the till writes`)
  }
  return found
}

run(async () => {
  const options = given()
  const asked = day()
  const before = new Set(filesIn(options, asked).map(fingerprint))
  await sleep(settling)
  const files = filesIn(options, asked)
  const unsettled = files.find((file) => !before.has(fingerprint(file)))
  if (unsettled !== undefined) throw new NotNow(`${unsettled.name} is being written`)
  const found = []
  for (const file of files) {
    const one = await dayIn(options, file, asked)
    if (one !== undefined) found.push({ ...one, name: file.name })
  }
  if (found.length === 0) throw new NotNow(`no file in ${options.folder} has a row of ${asked.date}`)
  const counted = options.files === "add" ? found : found.slice(-1)
  const other = found.find(({ cents }) => cents !== found[0].cents)
  if (options.files === "one" && other !== undefined) {
    throw new Error(`${found[0].name} and ${other.name} have different sums of ${asked.date}: --files add, or --files newest`)
  }
  return {
    sum: counted.reduce((sum, { cents }) => sum + major(String(cents), "sum") / 100n, 0n),
    items: counted.reduce((sum, { lines }) => sum + lines.length, 0)
  }
})
