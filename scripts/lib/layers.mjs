/**
 * The rooms of `src/`, from the bottom up: a room is a folder, with the file of the same name beside it. A file imports only from
 * its own room and from rooms in lower layers.
 */
export const layers = [
  ["Codes", "Json"],
  ["Domain"],
  ["Tables", "Concurrency", "DebugLine", "Package", "RandomHex", "FreeSpace", "Folder", "Wording"],
  ["Logging", "Metrics"],
  ["Config"],
  ["Clock", "Outbound", "Setup"],
  ["Events", "Database"],
  ["Outbox", "Chat", "People"],
  ["Ledger"],
  ["Import"],
  ["Source", "Books"],
  ["Notifier", "Scheduler", "Backup"],
  ["Health"],
  ["Alarm", "Heartbeat"],
  ["Shop", "Api"],
  ["Http"],
  ["Doctor", "Startup"],
  ["Cli", "Process"],
  ["commands", "main"],
  ["entry"]
]

/** Rooms with stricter rules than their layer. */
const knowsOnly = {
  Api: ["Codes", "Domain"],
  Import: ["Codes", "Domain", "Tables", "Concurrency", "Wording", "Config", "Clock", "Ledger"],
  Tables: ["Domain"]
}

const levels = new Map(layers.flatMap((rooms, level) => rooms.map((room) => [room, level])))

/** The room of a path that starts in `src/`, such as `Http` for `Http/Wire/Listener.ts` and for `Http.ts`. */
export const roomOf = (path) => path.split("/")[0].replace(/\.ts$/, "")

/** Why a file of one room must not import from another; undefined if it may. */
export const objection = (from, to) => {
  if (from === to) return undefined
  for (const room of [from, to]) if (!levels.has(room)) return `${room} has no layer in scripts/lib/layers.mjs: add it`
  const only = knowsOnly[from]
  if (only !== undefined && !only.includes(to)) return `${from} imports from ${only.join(", ")} only`
  return levels.get(to) < levels.get(from) ? undefined : `${from} stands below ${to} or beside it: imports point down`
}

const postgres = "Database/Postgres"

/** The files of `Database/Postgres/` that the rest of `src/` may import, in addition to `Database/Postgres.ts`. */
export const postgresDoors = ["Address", "ClockAhead", "Failure", "Schema"].map((name) => `${postgres}/${name}.ts`)

const isPostgres = (file) => file === `${postgres}.ts` || file.startsWith(`${postgres}/`)

/** Why a file of `src/` must not import another file, such as `Http/Front.ts` and `Ledger.ts`; undefined if it may. */
export const objectionToFile = (from, to) =>
  to.startsWith(`${postgres}/`) && !isPostgres(from) && !postgresDoors.includes(to)
    ? `${to} is PostgreSQL's own matter: import ${postgres}.ts, or one of its doors in scripts/lib/layers.mjs`
    : objection(roomOf(from), roomOf(to))

/** The files of `src/` whose code runs in the pages. */
export const forPages = [
  "Domain/Holidays/DayName.ts",
  "Domain/Span.ts",
  "Domain/DayStatistics.ts",
  "Domain/TypedAmount.ts",
  "Domain/VisibleText.ts",
  "Domain/NumberFormat.ts",
  "Http/Paths.ts",
  "Import/LargestFile.ts",
  "Tables/Preview.ts"
]

/** The files of `src/` whose types the pages use. */
export const typesForPages = [...forPages, "Api/Responses.ts", "Codes/Fault.ts"]
