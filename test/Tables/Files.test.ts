import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { readTables } from "../../src/Tables.ts"
import { type Answers, answersIn, questionCodes } from "../../src/Tables/Answers.ts"
import { readGrid } from "../../src/Tables/Grid.ts"
import { type Outcome, plainCents } from "../../src/Tables/Outcome.ts"
import { cellAt } from "../../src/Tables/Sheet.ts"

const files = join(import.meta.dirname, "files")

/** What a file should give; `truth` is null where there is no right reading. */
interface Expected {
  readonly file: string
  readonly options: { readonly today: string; readonly dayStartsAt?: number; readonly currency?: string; readonly zone?: string }
  readonly truth: Readonly<Record<string, string>> | null
  readonly closed?: ReadonlyArray<string>
  readonly must_ask?: ReadonlyArray<string>
  readonly answers?: Readonly<Record<string, string | number | ReadonlyArray<string>>>
  readonly refuse?: string
  readonly refuse_or_ask?: boolean
  readonly warns?: boolean
}

const expectations = readdirSync(files, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".expected.json")).sort()

const read = (
  path: string,
  { options: { currency = "CNY", dayStartsAt = 0, today, zone = "Asia/Shanghai" } }: Expected,
  answers: Answers = {}
) =>
  readTables(Uint8Array.from(readFileSync(path)), {
    today: today as LocalDate,
    currency,
    zone,
    locale: "zh-CN",
    dayStartsAt,
    answers,
    known: new Map()
  })

const valuesOf = (answer: string | number | ReadonlyArray<string>): ReadonlyArray<string> =>
  typeof answer === "object" ? answer : [String(answer)]

const answersOf = (given: ReadonlyArray<readonly [string, string]>): Answers => {
  const answers = answersIn(given)
  assert.isObject(answers, `the answer ${JSON.stringify(answers)} is not offered`)
  return answers as Answers
}

const shownDays = ({ days }: Outcome) => Object.fromEntries(days.map(({ cents, date }) => [date, plainCents(cents)]))

/** The answers of the expectation, and otherwise the proposals, until nothing is asked. */
const answered = async (path: string, expected: Expected, asked: Outcome): Promise<Outcome> => {
  const own = Object.entries(expected.answers ?? {}).flatMap(([code, answer]) => valuesOf(answer).map((value) => [code, value] as const))
  let outcome = asked
  let proposals: ReadonlyArray<readonly [string, string]> = []
  for (let round = 0; round < 5 && outcome.outcome === "ask"; round++) {
    const more = outcome.questions.flatMap(({ code, options, proposed }) =>
      own.some(([name, value]) => name === code && (code !== "row_rule" || options.some((one) => one.value === value)))
        ? []
        : (proposed ?? []).map((value) => [code, value] as const)
    )
    proposals = [...proposals, ...more]
    outcome = await read(path, expected, answersOf([...own, ...proposals]))
  }
  return outcome
}

/** Every row of every visible sheet has its place in the account, or is a fault. */
const assertAccounted = async (path: string, { closed, decisions, faults, questions, rows }: Outcome) => {
  const grid = await readGrid(Uint8Array.from(readFileSync(path)))
  if ("fault" in grid || decisions["orientation"] !== undefined) return
  const side = Number(/^\d+/.exec(decisions["side_by_side"]?.value ?? "1")?.[0])
  for (const sheet of grid.sheets) {
    for (const row of sheet.rows) {
      const isHere = (one: { readonly line: number; readonly sheet?: string }) =>
        one.line === row.line && (one.sheet ?? null) === sheet.name
      const places = rows.filter(isHere).length + faults.filter(isHere).length
      const text = `${sheet.name ?? ""} ${row.line}: ${cellAt(row, 0).text}`
      assert.isAtLeast(places, 1, `no place for ${text} (${questions.map(({ code }) => code).join()}, ${closed.length} closed)`)
      assert.isAtMost(places, side, `two places for ${text}`)
    }
  }
}

describe("files as shops have them", () => {
  it("are all here", () => assert.strictEqual(expectations.length, 244))

  for (const name of expectations) {
    const path = join(files, name.replace(/\.expected\.json$/, ""))
    const expected = JSON.parse(readFileSync(join(files, name), "utf8")) as Expected
    const { answers = {}, closed = [], must_ask: mustAsk = [], refuse, truth, warns } = expected
    const file = join(path, "..", expected.file)

    it(`${expected.file}: ${refuse === undefined ? truth === null ? "is not read" : "is right, or asked" : `is refused: ${refuse}`}`, async () => {
      const outcome = await read(file, expected)
      const codes = outcome.questions.map(({ code }) => code)
      const faults = outcome.faults.map(({ code }) => code)
      for (const code of mustAsk) assert.include(codes, code as never, `${code} has to be asked`)
      for (const code of codes) assert.include(questionCodes, code)
      if (truth === null) assert.notStrictEqual(outcome.outcome, "read", JSON.stringify(shownDays(outcome)))
      if (refuse !== undefined && outcome.outcome === "refused") assert.include(faults, refuse as never)
      if (outcome.outcome === "refused") {
        if (truth !== null) assert.isDefined(refuse ?? expected.refuse_or_ask, `refused, although readable: ${faults.join()}`)
        return
      }
      await assertAccounted(file, outcome)
      if (truth === null) return
      const last = outcome.outcome === "ask" ? await answered(file, expected, outcome) : outcome
      const about = `${codes.join()} ${JSON.stringify(answers)} ${last.questions.map(({ code }) => code).join()} ${
        JSON.stringify(last.faults)
      }`
      assert.strictEqual(last.outcome, "read", about)
      assert.deepStrictEqual(shownDays(last), truth, about)
      assert.deepStrictEqual<ReadonlyArray<string>>(last.closed, [...closed].sort(), about)
      if (warns === true) assert.isNotEmpty(last.warnings)
      await assertAccounted(file, last)
    })
  }
})
