import { assert, describe, it } from "@effect/vitest"
import { Either, Option } from "effect"
import { calendarOf } from "../../src/Domain/Calendar.ts"
import type { Commands, Who } from "../../src/Domain/Command.ts"
import { theSource } from "../../src/Domain/Command.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { decideOn } from "../../src/Domain/Decision.ts"
import type { Now, States } from "../../src/Domain/Decision/State.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"
import * as Posting from "../../src/Domain/Posting.ts"
import { type SoFar, type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import {
  asked,
  holder,
  importing,
  momentAt,
  named,
  noon,
  nowAt,
  offered,
  outcome,
  settings,
  settling,
  theService,
  today,
  undoing
} from "../lib/Decisions.ts"
import { cents, turnover } from "../lib/Stored.ts"

const till = holder("feed")
const manager = holder("manager")
const entry = holder("entry")

const sha256 = "ab".repeat(32)

const seven = turnover(today, { cents: cents(7) })
const generated = turnover(today, { cents: cents(7), source: "generated" })
const fed = turnover(today, { cents: cents(7), source: "feed" })

/** A running amount of 7, pushed or asked for at that time. The audit has 7, or a different amount. */
const soFar = (time: string, by = "mei", soFar: Partial<SoFar> = {}): Turnover => ({
  ...fed,
  isFinal: false,
  changed: { at: nowAt(time).at, by },
  soFar: { audited: cents(7), reason: "so far", ...soFar }
})

const closed = { ...unmarked(today), closed: true, note: "台风" }
const withdrawnAt = (time: string) => ({ ...unmarked(today), clearedAt: nowAt(time).at })

const evening = nowAt("23:00:01")
const morning = { ...nowAt("10:30:00"), today: addDays(today, 1), at: nowAt("10:30:00").at + 24 * 3_600_000 }

type State = States["Offer"] & States["Feed"]

/** The effect of an answer or a push: its result, what is stored, and which messages are sent. */
const became = (command: Commands["Offer"] | Commands["Feed"], state: State, now: Now, who: Who): ReadonlyArray<string> | string => {
  const effects = outcome(command, state, now, who)
  const result = command._tag === "Offer"
    ? Option.map(Either.getRight(decideOn(command, state, now, who)), ({ result }) => result.outcome)
    : Option.map(Either.getRight(decideOn(command, state, now, who)), ({ result }) => result.change)
  return typeof effects === "string" ? effects : [...Option.toArray(result), ...effects]
}

const offers: ReadonlyArray<
  readonly [what: string, asked: Commands["Offer"]["asked"], state: Partial<State>, now: Now, expected: ReadonlyArray<string> | string]
> = [
  // Rule 5.18.
  ["an empty day has a running amount", "so_far", {}, noon, ["so_far", "feed 2026-03-14 5"]],
  ["a running amount takes the place of another one, without a record", "so_far", { day: soFar("11:00:00") }, noon, [
    "so_far",
    "so far 2026-03-14 5"
  ]],
  ["one that was asked for before the cutoff and comes after it is none for the whole day", "so_far", {}, evening, [
    "so_far",
    "feed 2026-03-14 5"
  ]],
  ["one that comes after the cutoff does not take the place of one that becomes final", "so_far", { day: soFar("22:40:00") }, evening, [
    "kept"
  ]],
  // Rule 5.19.
  ["an empty day has its figure", "figure", {}, evening, ["final", "feed 2026-03-14 5", "say daily", "remember Run"]],
  ["the figure takes the place of a running amount", "figure", { day: soFar("22:40:00", "feed") }, evening, [
    "final",
    "feed 2026-03-14 5",
    "say daily",
    "remember Run"
  ]],
  [
    "the last running amount has a record before the figure",
    "figure",
    { day: soFar("22:40:00", "feed", { audited: cents(1) }) },
    evening,
    ["final", "feed 2026-03-14 7", "feed 2026-03-14 5", "say daily", "remember Run"]
  ],
  ["before the cutoff there is no figure yet", "figure", {}, noon, ["so_far", "feed 2026-03-14 5"]],
  ["an answer that comes twice counts once", "figure", { day: { ...fed, cents: cents(5) } }, evening, ["unchanged"]],
  ...(["so_far", "figure"] as const).flatMap((why) => [
    [`a person's figure stays (${why})`, why, { day: seven }, evening, ["kept"]] as const,
    [`an imported figure stays (${why})`, why, { day: { ...seven, source: "import" } }, evening, ["kept"]] as const,
    [`a figure of another program stays (${why})`, why, { day: { ...seven, isFinal: false } }, evening, ["kept"]] as const,
    [`a closed day stays closed (${why})`, why, { mark: closed }, evening, ["closed"]] as const,
    [`a day stays without the figure that was withdrawn after its cutoff (${why})`, why, { mark: withdrawnAt("23:00:00") }, evening, [
      "withdrawn"
    ]] as const
  ]),
  ["what was withdrawn before the cutoff does not count", "figure", { mark: withdrawnAt("22:59:59") }, evening, [
    "final",
    "feed 2026-03-14 5",
    "say daily",
    "remember Run"
  ]],
  ["a figure that was generated stays", "figure", { day: generated }, evening, ["kept"]],
  ["a figure of the till stays", "figure", { day: fed }, evening, ["kept"]]
]

const pushes: ReadonlyArray<
  readonly [what: string, final: boolean, state: Partial<State>, now: Now, expected: ReadonlyArray<string> | string]
> = [
  // Rules 5.18 and 6.38.
  ["sets the running amount of today", false, {}, noon, ["so_far", "feed 2026-03-14 5"]],
  ["replaces it without a record", false, { day: soFar("11:00:00") }, noon, ["so_far", "so far 2026-03-14 5"]],
  ["replaces one that the source was asked for", false, { day: soFar("11:00:00", "feed") }, noon, ["so_far", "so far 2026-03-14 5"]],
  ["sets the figure before the cutoff", true, { day: soFar("11:00:00") }, noon, ["final", "feed 2026-03-14 5", "say entered"]],
  ["sets the figure after the cutoff, which is announced as the day's", true, { day: soFar("22:00:00") }, evening, [
    "final",
    "feed 2026-03-14 5",
    "say daily",
    "remember Run"
  ]],
  ["after the cutoff is none for the whole day", false, { day: soFar("22:00:00") }, evening, ["so_far", "so far 2026-03-14 5"]],
  ["does not replace after the cutoff what becomes final", false, { day: soFar("22:40:00") }, evening, "AlreadyFinal"],
  ["sets the figure of a day that awaits it", true, {}, morning, ["final", "feed 2026-03-14 5", "say daily", "remember Run"]],
  ["sets the running amount of such a day", false, {}, morning, ["so_far", "feed 2026-03-14 5"]],
  ["changes no person's figure", true, { day: seven }, noon, "AlreadyFinal"],
  ["repeats no person's figure", true, { day: { ...seven, cents: cents(5) } }, noon, "AlreadyFinal"],
  ["changes no figure of its own", true, { day: fed }, noon, "AlreadyFinal"],
  ["changes no generated figure", true, { day: generated }, noon, "AlreadyFinal"],
  ["repeats its figure", true, { day: { ...fed, cents: cents(5) } }, noon, ["unchanged"]],
  ["repeats its figure as a running amount", false, { day: { ...fed, cents: cents(5) } }, noon, ["unchanged"]],
  ["does not open a closed day by a figure", true, { mark: closed }, noon, "DayClosed"],
  ["does not open a closed day by a running amount", false, { mark: closed }, noon, "DayClosed"],
  ["leaves a day whose figure was withdrawn after its cutoff", true, { mark: withdrawnAt("23:30:00") }, morning, "NotOpen"]
]

describe("what a source answers", () => {
  it.each(offers)("%s", (_what, why, state, now, expected) =>
    assert.deepStrictEqual(
      became({ _tag: "Offer", date: today, cents: cents(5), items: 161, sha256, asked: why }, offered(state), now, theSource),
      expected
    ))

  it("is recorded in the audit with the hash of the answer and the number of its items", () => {
    const reasons = (why: Commands["Offer"]["asked"], items: number) =>
      Either.map(
        decideOn({ _tag: "Offer", date: today, cents: cents(5), items, sha256, asked: why }, offered(), evening, theSource),
        ({ postings }) => postings.map(({ actor, reason }) => `${actor}: ${reason}`)
      )
    assert.deepStrictEqual(reasons("figure", 161), Either.right([`feed: sha256 ${sha256}, 161 items`]))
    assert.deepStrictEqual(reasons("so_far", 1), Either.right([`feed: so far: sha256 ${sha256}, 1 item`]))
  })
})

describe("a push", () => {
  const push: Commands["Feed"] = { _tag: "Feed", date: today, cents: cents(5), final: false }

  it.each(pushes)("%s",
    (_what, final, state, now, expected) => assert.deepStrictEqual(became({ ...push, final }, offered(state), now, till), expected))

  it.each([
    ["tomorrow", addDays(today, 1), "DateInFuture"],
    ["the day before the first record", addDays(today, -14), "NotOpen"],
    ["the first record's", addDays(today, -13), ["final", "feed 2026-03-01 5", "say daily", "remember Run"]]
  ])("of %s", (_what, date, expected) => {
    const state = offered({ mark: unmarked(date), cutoff: noon.at - 1 })
    assert.deepStrictEqual(became({ ...push, date, final: true }, state, noon, till), expected)
  })

  it("of a day beyond the last 31 is for no open day, whatever the first record", () => {
    const ago = (days: number) => {
      const date = addDays(today, -days)
      const state = offered({ mark: unmarked(date), first: addDays(today, -400), cutoff: noon.at - 1 })
      return became({ ...push, date, final: true }, state, noon, till)
    }
    assert.deepStrictEqual([ago(31), ago(32)], [["final", "feed 2026-02-11 5", "say daily", "remember Run"], "NotOpen"])
  })

  it("in a shop without records is for today only", () => {
    const yesterday = addDays(today, -1)
    assert.strictEqual(became({ ...push, date: yesterday }, offered({ mark: unmarked(yesterday), first: undefined }), noon, till),
      "NotOpen")
  })
})

const settle = (state: Partial<States["Settle"]>, silence: number | null = null, time = "23:00:00") =>
  outcome(
    { _tag: "Settle", trigger: "hourly", moment: momentAt(time), id: null },
    settling({ settings: { ...settings, feedSilenceMinutes: silence }, ...state }),
    nowAt(time),
    theService
  )

// Rule 5.18.
describe("at the cutoff a running amount", () => {
  it("that was pushed within 30 minutes before is the figure", () => {
    assert.deepStrictEqual(settle({ day: soFar("22:30:00") }), ["finalize 2026-03-14 7", "say finalized"])
    assert.deepStrictEqual(settle({ day: soFar("22:29:59") }), ["say awaited"])
  })

  it("that was pushed within the time of the settings is the figure", () => {
    assert.deepStrictEqual(settle({ day: soFar("22:45:00") }, 15), ["finalize 2026-03-14 7", "say finalized"])
    assert.deepStrictEqual(settle({ day: soFar("22:44:59") }, 15), ["say awaited"])
  })

  it("that was pushed in time is the figure however late the run is", () =>
    assert.deepStrictEqual(settle({ day: soFar("22:40:00") }, null, "23:59:00"), ["finalize 2026-03-14 7", "say finalized"]))

  it("that was pushed after it is not", () => assert.deepStrictEqual(settle({ day: soFar("23:00:00") }, null, "23:59:00"), ["say awaited"]))

  it("that the source was asked for is not", () => assert.deepStrictEqual(settle({ day: soFar("22:59:59", "feed") }), ["say awaited"]))

  it("is announced as awaited once", () =>
    assert.deepStrictEqual(
      settle({ day: soFar("12:00:00"), announcedSinceCutoff: { figure: false, closed: false, awaited: true } }),
      []
    ))

  it("has a record of its last amount before the figure's", () =>
    assert.deepStrictEqual(settle({ day: soFar("22:40:00", "mei", { audited: cents(1) }) }), [
      "feed 2026-03-14 7",
      "finalize 2026-03-14 7",
      "say finalized"
    ]))

  it("of an earlier day follows that day's cutoff", () => {
    const yesterday = (time: string) => ({
      ...soFar(time),
      date: addDays(today, -1),
      changed: { by: "mei", at: nowAt(time).at - 24 * 3_600_000 }
    })
    assert.deepStrictEqual(settle({ open: [{ day: yesterday("22:40:00"), clearedAt: null }] }, null, "09:00:00"), [
      "finalize 2026-03-13 7",
      "say finalized"
    ])
    assert.deepStrictEqual(settle({ open: [{ day: yesterday("12:00:00"), clearedAt: null }] }, null, "09:00:00"), [])
  })

  it("is last changed by its last push, also as a figure", () => {
    const day = soFar("22:40:00")
    assert.deepStrictEqual(Posting.changes([Posting.finalize(day)], evening.at), [{
      date: today,
      day: { ...fed, changed: { at: nowAt("22:40:00").at, by: "mei" } }
    }])
  })
})

// Rules 5.18, 6.32 and 6.33.
describe("a person", () => {
  const five: Commands["Correct"] = { _tag: "Correct", date: today, cents: cents(5), reason: "" }
  const running = soFar("11:00:00", "mei", { audited: cents(1) })
  const undo: Commands["Undo"] = { _tag: "Undo", id: 40, reason: "" }
  const pushed = soFar("22:45:00")
  const markAfter = (state: States["Undo"], now: Now) =>
    Posting.changes(Either.getOrThrow(decideOn(undo, state, now, manager)).postings, now.at).at(-1)?.mark
  const overRunning = ["feed 2026-03-14 7", "correct 2026-03-14 5", "say entered"]

  it.each([
    ["enters the figure over a running amount", five, manager, overRunning],
    ["enters it by the role entry", five, entry, overRunning],
    ["enters it after having seen no amount", { ...five, expected: null }, manager, overRunning],
    ["enters it after having seen another running amount", { ...five, expected: { cents: cents(3), source: "feed" } }, entry, overRunning],
    ["does not enter it over what was withdrawn", { ...five, expected: { cents: cents(3), source: "manual" } }, entry, "ChangedMeanwhile"]
  ] as const)("%s",
    (_what, command, who, expected) => assert.deepStrictEqual(outcome(command, asked({ day: running }), noon, who), expected))

  it("of the role entry changes no figure of a till", () =>
    assert.strictEqual(outcome(five, asked({ day: fed }), noon, entry), "NotForEntry"))

  it("has no figure before the one that is entered", () => {
    const { postings, result } = Either.getOrThrow(decideOn(five, asked({ day: running }), noon, manager))
    assert.deepStrictEqual([result.change, result.id], ["entered", 42])
    assert.deepStrictEqual(postings.map((one) => "before" in one ? one.before : undefined), [cents(1), null])
  })

  it("withdraws a running amount, without a message about an amount that the group never saw", () =>
    assert.deepStrictEqual(outcome({ _tag: "Withdraw", date: today, reason: "test" }, asked({ day: running }), noon, manager), [
      "feed 2026-03-14 7",
      "withdraw 2026-03-14 7"
    ]))

  it("imports over a running amount", () =>
    assert.deepStrictEqual(
      outcome({ _tag: "Import", rows: [{ date: today, cents: cents(5) }], sha256: null }, importing({ book: DayBook.make([running]) }),
        noon, named("li")),
      ["feed 2026-03-14 7", "import 2026-03-14 5", "say imported"]
    ))

  it("undoes a figure, and the running amount stands again, which the audit now has", () => {
    const state = undoing({ day: seven }, { day: running })
    assert.deepStrictEqual(outcome(undo, state, noon, manager), ["undo 2026-03-14 7 -> 7", "say undone"])
    const { postings } = Either.getOrThrow(decideOn(undo, state, noon, manager))
    assert.deepStrictEqual(Posting.changes(postings, noon.at).map(({ day }) => day), [
      { ...running, soFar: { audited: cents(7), reason: "so far" } }
    ])
  })

  it("who undoes a figure before the cutoff leaves the running amount to the settlement", () => {
    const mark = markAfter(undoing({ day: seven }, { day: pushed }), nowAt("22:50:00"))
    assert.strictEqual(mark?.clearedAt, null)
    assert.deepStrictEqual(settle({ day: pushed, ...mark === undefined ? {} : { mark } }), ["finalize 2026-03-14 7", "say finalized"])
  })

  // Rule 5.12.
  describe("who undoes a figure after the cutoff leaves the running amount to a person, or a final push", () => {
    const mark = markAfter(undoing({ day: seven }, { day: pushed }), evening) ?? unmarked(today)

    it.each(["cutoff", "start", "reload", "hourly", "unanswered"] as const)("whatever runs (%s)", (trigger) => {
      const run: Commands["Settle"] = { _tag: "Settle", trigger, moment: momentAt("23:40:00"), id: null }
      for (const source of [{ isAsked: false }, { isAsked: true }, { isAsked: true, withoutFigure: "wait" }] as const) {
        for (const day of [pushed, soFar("22:45:00", "feed")]) {
          const state = settling({ settings: { ...settings, ...source }, day, mark })
          assert.deepStrictEqual(outcome({ ...run, unanswered: true }, state, nowAt("23:40:00"), theService), [])
        }
      }
    })

    it("on the following day too", () => {
      const open = [{ day: pushed, clearedAt: mark.clearedAt }]
      const run: Commands["Settle"] = {
        _tag: "Settle",
        trigger: "hourly",
        moment: { ...momentAt("09:00:00"), today: morning.today },
        id: null
      }
      assert.deepStrictEqual(outcome(run, settling({ open }), morning, theService), [])
    })

    it("even if a reload moves the cutoff to after that, unless the till pushes again", () => {
      const later = { ...settings, calendar: calendarOf(settings.calendar.zone, { hour: 23, minute: 10 }) }
      const run = (day: Turnover) =>
        outcome({ _tag: "Settle", trigger: "cutoff", moment: { ...momentAt("23:10:00"), pastCutoff: true }, id: null },
          settling({ settings: later, day, mark }), nowAt("23:10:00"), theService)
      assert.deepStrictEqual(run(pushed), ["say awaited"])
      assert.deepStrictEqual(run(soFar("23:05:00")), ["finalize 2026-03-14 7", "say finalized"])
    })

    it("whatever a source answers, and whatever a till has counted so far", () => {
      const state = offered({ day: pushed, mark })
      for (const why of ["so_far", "figure"] as const) {
        const offer: Commands["Offer"] = { _tag: "Offer", date: today, cents: cents(5), items: 1, sha256, asked: why }
        assert.deepStrictEqual(became(offer, state, evening, theSource), ["withdrawn"])
      }
      const push: Commands["Feed"] = { _tag: "Feed", date: today, cents: cents(5), final: false }
      assert.deepStrictEqual(became(push, state, evening, till), ["so_far", "so far 2026-03-14 5"])
      assert.deepStrictEqual(became({ ...push, final: true }, state, evening, till), [
        "final",
        "feed 2026-03-14 5",
        "say daily",
        "remember Run"
      ])
    })

    it("and who undoes that has the figure as it was", () => {
      const state = undoing({ day: pushed, mark }, { day: seven })
      assert.deepStrictEqual([outcome(undo, state, evening, manager), markAfter(state, evening)?.clearedAt], [
        ["undo 2026-03-14 7 -> 7", "say undone"],
        null
      ])
    })
  })

  it("undoes a note, and what a till has counted since stands", () => {
    const state = undoing({ day: pushed, mark: { ...unmarked(today), note: "雨" } }, { day: running })
    assert.deepStrictEqual(outcome(undo, state, evening, manager), ["note 2026-03-14", "undo 2026-03-14 7 -> 7"])
    const changes = Posting.changes(Either.getOrThrow(decideOn(undo, state, evening, manager)).postings, evening.at)
    assert.deepStrictEqual([changes.at(-1)?.day, changes.at(-1)?.mark], [pushed, unmarked(today)])
  })

  it("of the role entry does not undo a figure past its cutoff where only a running amount would be left", () =>
    assert.strictEqual(
      outcome({ _tag: "Undo", id: 40, reason: "" }, undoing({ day: seven }, { day: running }, {}, { at: evening.at }), evening, entry),
      "CutoffPassed"
    ))

  it("notes a day without a record of its running amount", () =>
    assert.deepStrictEqual(outcome({ _tag: "Mark", date: today, note: "雨" }, asked({ day: running }), noon, manager), ["note 2026-03-14"]))
})
