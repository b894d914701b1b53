import { assert, describe, it } from "@effect/vitest"
import { Either, Option } from "effect"
import { cutoffRun } from "../../src/Domain/Agenda.ts"
import type { Commands, Who } from "../../src/Domain/Command.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import { alwaysAt, type DayStarts } from "../../src/Domain/DayStart.ts"
import { decideOn, fingerprintOf } from "../../src/Domain/Decision.ts"
import type { Asked, Now, States } from "../../src/Domain/Decision/State.ts"
import { addDays } from "../../src/Domain/LocalDate.ts"
import * as Posting from "../../src/Domain/Posting.ts"
import { type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import {
  asked,
  holder,
  importing,
  momentAt,
  named,
  noon,
  nothingAnnounced,
  nowAt,
  outcome,
  reminding,
  settings,
  settling,
  theService,
  today,
  undoing
} from "../lib/Decisions.ts"
import { cents, turnover } from "../lib/Stored.ts"

const five: Commands["Correct"] = { _tag: "Correct", date: today, cents: cents(5), reason: "till" }
const withdrawal: Commands["Withdraw"] = { _tag: "Withdraw", date: today, reason: "wrong day" }
const marking: Commands["Mark"] = { _tag: "Mark", date: today }

const manager = holder("manager")
const entry = holder("entry")

const seven = turnover(today, { cents: cents(7) })
const openSeven = { ...seven, isFinal: false }
const generated = turnover(today, { cents: cents(7), source: "generated" })
const enteredBy = (entryToken: number | undefined, at = noon.at): Turnover => ({
  ...seven,
  changed: { at, by: "li", ...(entryToken === undefined ? {} : { entryToken }) }
})
const closed = { ...unmarked(today), closed: true, note: "台风" }
const closingWeekday = { ...unmarked(today), weekly: true }

type Expected = ReadonlyArray<string> | string

const corrections: ReadonlyArray<readonly [what: string, command: Commands["Correct"], state: Asked, who: Who, expected: Expected]> = [
  // Rule 6.10.
  ["a day without a record is entered", five, asked(), manager, ["correct 2026-03-14 5", "say entered"]],
  ["another amount is a correction", five, asked({ day: seven }), manager, ["correct 2026-03-14 5", "say corrected"]],
  ["the same amount is a confirmation", { ...five, cents: cents(7) }, asked({ day: seven }), manager, [
    "correct 2026-03-14 7",
    "say confirmed"
  ]],
  // Rule 6.28.
  ["a figure for a closed day opens it", five, asked({ mark: closed }), manager, [
    "open 2026-03-14",
    "correct 2026-03-14 5",
    "say entered"
  ]],
  ["a note is changed together with the figure", { ...five, note: "雨" }, asked(), manager, [
    "note 2026-03-14",
    "correct 2026-03-14 5",
    "say entered"
  ]],
  ["the note of a closed day too", { ...five, note: "雨" }, asked({ mark: closed }), manager, [
    "open 2026-03-14",
    "correct 2026-03-14 5",
    "say entered"
  ]],
  // Rule 4.1.
  ["a day that has not come is refused", { ...five, date: addDays(today, 1) }, asked(), manager, "DateInFuture"],
  [
    "one that was stored while the clock was ahead is corrected",
    { ...five, date: addDays(today, 1) },
    asked({ day: seven }),
    manager,
    ["correct 2026-03-15 5", "say corrected"].map((text) => text.replace("03-14", "03-15"))
  ],
  // Rule 6.32.
  ["what the client has seen is corrected", { ...five, expected: { cents: cents(7), source: "manual" } }, asked({ day: seven }), manager, [
    "correct 2026-03-14 5",
    "say corrected"
  ]],
  [
    "another amount than the expected one is left",
    { ...five, expected: { cents: cents(8), source: "manual" } },
    asked({ day: seven }),
    manager,
    "ChangedMeanwhile"
  ],
  [
    "another source than the expected one is left",
    { ...five, expected: { cents: cents(7), source: "import" } },
    asked({ day: seven }),
    manager,
    "ChangedMeanwhile"
  ],
  [
    "a figure that was removed meanwhile is not set again",
    { ...five, expected: { cents: cents(7), source: "manual" } },
    asked(),
    manager,
    "ChangedMeanwhile"
  ],
  ["a day that was expected to be empty is entered", { ...five, expected: null }, asked(), manager, [
    "correct 2026-03-14 5",
    "say entered"
  ]],
  ["a figure is not entered over one that came meanwhile", { ...five, expected: null }, asked({ day: seven }), entry, "ChangedMeanwhile"],
  // Rule 8.5.
  ["entry does not open a day that a manager has closed", five, asked({ mark: { ...closed, markedBy: "manager" } }), entry, "NotForEntry"],
  ["entry does not open a closed day of which nobody knows who has closed it", five, asked({ mark: closed }), entry, "NotForEntry"],
  ["entry opens a day that the role has closed", five, asked({ mark: { ...closed, markedBy: "entry" } }), entry, [
    "open 2026-03-14",
    "correct 2026-03-14 5",
    "say entered"
  ]],
  ["entry makes its thirtieth change within 10 minutes", five, asked({ recent: Array(29).fill(noon.at) }), entry, [
    "correct 2026-03-14 5",
    "say entered"
  ]],
  ["entry does not make a thirty-first", five, asked({ recent: Array(30).fill(noon.at) }), entry, "TooManyChanges"],
  ["a manager makes any number of changes", five, asked({ recent: Array(30).fill(noon.at) }), manager, [
    "correct 2026-03-14 5",
    "say entered"
  ]],
  ["entry sets an empty day", five, asked(), entry, ["correct 2026-03-14 5", "say entered"]],
  ["entry sets a day of the service", five, asked({ day: generated }), entry, ["correct 2026-03-14 5", "say corrected"]],
  ["entry sets a day that another entry token has set", five, asked({ day: enteredBy(8) }), entry, [
    "correct 2026-03-14 5",
    "say corrected"
  ]],
  ["entry does not change what a manager has entered", five, asked({ day: enteredBy(undefined) }), entry, "NotForEntry"],
  ["entry does not change what another program has stored", five, asked({ day: seven }), entry, "NotForEntry"],
  ["entry sets a day of 7 days ago", { ...five, date: addDays(today, -7) }, asked(), entry, ["correct 2026-03-07 5", "say entered"]],
  ["entry does not set a day of 8 days ago", { ...five, date: addDays(today, -8) }, asked(), entry, "NotForEntry"],
  ["the command line may change any day", { ...five, date: addDays(today, -8) }, asked({ day: seven }), named("li"), [
    "correct 2026-03-06 5",
    "say corrected"
  ]]
]

const withdrawals: ReadonlyArray<
  readonly [what: string, state: Asked, who: Who, expected: Expected, seen: Commands["Withdraw"]["expected"]]
> = [
  // Rule 6.27.
  ["a record is withdrawn", asked({ day: seven }), manager, ["withdraw 2026-03-14 7", "say withdrawn"], undefined],
  ["without a record there is nothing to withdraw", asked(), manager, "NoRecord", undefined],
  // Rule 8.5.
  ["entry does not withdraw what it has just entered", asked({ day: enteredBy(7) }), entry, "NotForEntry", undefined],
  // Rule 6.32.
  ["another figure than the expected one is not withdrawn", asked({ day: seven }), manager, "ChangedMeanwhile", {
    cents: cents(8),
    source: "manual"
  }],
  ["a figure that was withdrawn meanwhile is not there", asked(), manager, "ChangedMeanwhile", { cents: cents(8), source: "manual" }]
]

const closedByEntry = asked({ mark: { ...closed, markedBy: "entry" } })

const marks: ReadonlyArray<
  readonly [
    what: string,
    command: Omit<Commands["Mark"], "_tag" | "date"> & { readonly ahead?: number },
    state: Asked,
    expected: Expected,
    who: Who
  ]
> = [
  // Rule 6.28.
  ["a day is closed", { closed: true }, asked(), ["close 2026-03-14"], manager],
  ["a closed day is opened", { closed: false }, asked({ mark: closed }), ["open 2026-03-14"], manager],
  ["a note is set", { note: "雨" }, asked(), ["note 2026-03-14"], manager],
  ["what is there already is no change", { closed: true, note: "台风" }, asked({ mark: closed }), [], manager],
  ["a day with a record is not closed", { closed: true }, asked({ day: seven }), "HasRecord", manager],
  ["a day with a record is noted", { note: "雨" }, asked({ day: seven }), ["note 2026-03-14"], manager],
  ["a day is marked 366 days ahead", { closed: true, ahead: 366 }, asked(), ["close 2027-03-15"], manager],
  ["a day is not marked 367 days ahead", { closed: true, ahead: 367 }, asked(), "DateInFuture", manager],
  // Rule 6.32.
  ["a day that got a figure meanwhile is not marked", { note: "雨", expected: null }, asked({ day: seven }), "ChangedMeanwhile", manager],
  // Rule 8.5.
  ["entry closes a day of 7 days ago", { closed: true, ahead: -7 }, asked(), ["close 2026-03-07"], entry],
  ["entry does not close a day of 8 days ago", { closed: true, ahead: -8 }, asked(), "NotForEntry", entry],
  ["entry closes a day 31 days ahead", { closed: true, ahead: 31 }, asked(), ["close 2026-04-14"], entry],
  ["entry does not close a day 32 days ahead", { closed: true, ahead: 32 }, asked(), "NotForEntry", entry],
  ["entry notes any day", { note: "雨", ahead: -8 }, asked(), ["note 2026-03-06"], entry],
  [
    "entry opens a day that the role has closed",
    { closed: false },
    asked({ mark: { ...closed, markedBy: "entry" } }),
    ["open 2026-03-14"],
    entry
  ],
  [
    "entry does not open a day that a manager has closed",
    { closed: false },
    asked({ mark: { ...closed, markedBy: "manager" } }),
    "NotForEntry",
    entry
  ],
  [
    "entry does not close a day that a manager has opened",
    { closed: true },
    asked({ mark: { ...unmarked(today), markedBy: "manager" } }),
    "NotForEntry",
    entry
  ],
  ["entry notes a day that a manager has closed", { closed: true, note: "雨" }, asked({ mark: { ...closed, markedBy: "manager" } }), [
    "note 2026-03-14"
  ], entry],
  ["a manager confirms a closing by entry, which then is the manager's", { closed: true }, closedByEntry, ["close 2026-03-14"], manager],
  ["a manager confirms it with another note", { closed: true, note: "雨" }, closedByEntry, ["close 2026-03-14"], manager],
  ["a manager who changes its note alone confirms nothing", { note: "雨" }, closedByEntry, ["note 2026-03-14"], manager],
  ["entry confirms nothing", { closed: true }, closedByEntry, [], entry],
  ["what a manager has confirmed is no change again", { closed: true }, asked({ mark: { ...closed, markedBy: "manager" } }), [], manager],
  [
    "a manager confirms that a day is open",
    { closed: false },
    asked({ mark: { ...unmarked(today), clearedAt: 1, markedBy: "entry" } }),
    ["open 2026-03-14"],
    manager
  ],
  [
    "a mark of entry that changes nothing is one of the thirty changes where it has a key",
    { closed: true, key: "k" },
    { ...closedByEntry, recent: Array(30).fill(noon.at) },
    "TooManyChanges",
    entry
  ],
  [
    "a mark of entry that changes nothing and stores nothing is none of them",
    { closed: true },
    { ...closedByEntry, recent: Array(30).fill(noon.at) },
    [],
    entry
  ]
]

const undone: Commands["Undo"] = { _tag: "Undo", id: 40, reason: "" }
const later = (time: string) => nowAt(time)

// Rules 6.33 and 8.5.
const undoings: ReadonlyArray<readonly [what: string, state: States["Undo"], now: Now, who: Who, expected: Expected]> = [
  ["an entry of an empty day is removed", undoing({ day: enteredBy(7) }), noon, entry, ["undo 2026-03-14 7 -> none", "say undone"]],
  ["a correction is taken back to what stood", undoing({ day: enteredBy(7) }, { day: generated }), noon, entry, [
    "undo 2026-03-14 7 -> 7",
    "say undone"
  ]],
  ["a record that was open is open again", undoing({ day: seven }, { day: openSeven }), noon, manager, [
    "undo 2026-03-14 7 -> 7",
    "say undone"
  ]],
  ["a withdrawal brings the figure back", undoing({}, { day: seven }), noon, manager, ["undo 2026-03-14 none -> 7", "say undone"]],
  ["a figure that opened a day closes it again", undoing({ day: enteredBy(7) }, { mark: { ...closed, markedBy: "entry" } }), noon, entry, [
    "close 2026-03-14",
    "undo 2026-03-14 7 -> none",
    "say undone of a closed day"
  ]],
  [
    "the undo of that opens the day for its figure",
    undoing({ mark: { ...closed, markedBy: "entry" } }, { day: enteredBy(7) }),
    noon,
    manager,
    ["open 2026-03-14", "undo 2026-03-14 none -> 7", "say undone of a closed day"]
  ],
  [
    "the first figure of a closing weekday closes it again without a mark",
    undoing({ day: enteredBy(7), mark: closingWeekday }, { mark: closingWeekday }),
    noon,
    entry,
    ["undo 2026-03-14 7 -> none", "say undone of a closed day"]
  ],
  ["a closing is taken back without a message", undoing({ mark: closed }), noon, entry, [
    "open 2026-03-14",
    "undo 2026-03-14 none -> none"
  ]],
  ["a note is what it was", undoing({ day: seven, mark: { ...unmarked(today), note: "雨" } }, { day: seven }), noon, manager, [
    "note 2026-03-14",
    "undo 2026-03-14 7 -> 7"
  ]],
  ["an unknown change is refused", { ...undoing({}), undoable: undefined }, noon, manager, "NoChange"],
  ["a change of which nothing is stored is refused", undoing({}, {}, { last: undefined }), noon, manager, "NoChange"],
  ["a change that is not the newest is refused", undoing({ day: seven }, {}, { newest: 41 }), noon, manager, "ChangedMeanwhile"],
  ["entry does not undo what another token has done", undoing({ day: seven }, {}, {}, { token: 8 }), noon, entry, "NotForEntry"],
  ["entry does not undo what the command line has done", undoing({ day: seven }, {}, {}, { token: null }), noon, entry, "NotForEntry"],
  ["a manager does", undoing({ day: seven }, {}, {}, { token: 8 }), noon, manager, ["undo 2026-03-14 7 -> none", "say undone"]],
  ["entry undoes within 10 minutes", undoing({ day: seven }), later("12:09:59"), entry, ["undo 2026-03-14 7 -> none", "say undone"]],
  ["entry does not undo after 10 minutes", undoing({ day: seven }), later("12:10:00"), entry, "NotForEntry"],
  ["a manager undoes after any time", undoing({ day: seven }), later("22:00:00"), manager, ["undo 2026-03-14 7 -> none", "say undone"]],
  ["entry leaves no day past its cutoff without a record", undoing({ day: seven }, {}, { cutoff: noon.at }), noon, entry, "CutoffPassed"],
  [
    "entry closes a day past its cutoff again",
    undoing({ day: enteredBy(7) }, { mark: { ...closed, markedBy: "entry" } }, { cutoff: noon.at }),
    noon,
    entry,
    [
      "close 2026-03-14",
      "undo 2026-03-14 7 -> none",
      "say undone of a closed day"
    ]
  ],
  ["entry takes a correction past the cutoff back", undoing({ day: seven }, { day: generated }, { cutoff: noon.at }), noon, entry, [
    "undo 2026-03-14 7 -> 7",
    "say undone"
  ]],
  ["entry opens no closed day past its cutoff", undoing({ mark: closed }, {}, { cutoff: noon.at }), noon, entry, "CutoffPassed"],
  ["entry takes an opening past the cutoff back", undoing({}, { mark: closed }, { cutoff: noon.at }), noon, entry, [
    "close 2026-03-14",
    "undo 2026-03-14 none -> none"
  ]],
  [
    "entry takes a note past the cutoff back: the day stays open and without a record",
    undoing({ mark: { ...unmarked(today), note: "雨" } }, {}, { cutoff: noon.at }),
    noon,
    entry,
    ["note 2026-03-14", "undo 2026-03-14 none -> none"]
  ],
  ["a manager opens such a day", undoing({ mark: closed }, {}, { cutoff: noon.at }), noon, manager, [
    "open 2026-03-14",
    "undo 2026-03-14 none -> none"
  ]],
  ["a manager leaves such a day without a record", undoing({ day: seven }, {}, { cutoff: noon.at }), noon, manager, [
    "undo 2026-03-14 7 -> none",
    "say undone"
  ]],
  [
    "an undoing is one of the thirty changes",
    { ...undoing({ day: seven }), recent: Array(30).fill(noon.at) },
    noon,
    entry,
    "TooManyChanges"
  ]
]

const past = addDays(today, -1)
const openBefore = turnover(past, { cents: cents(3), isFinal: false })

const settlements: ReadonlyArray<
  readonly [what: string, time: string, state: Partial<States["Settle"]>, id: string | null, expected: Expected]
> = [
  // Rules 5.1 to 5.5.
  ["before the cutoff today is left", "22:59:59", { day: openSeven }, "run", []],
  ["a day without a record is generated", "23:00:00", {}, "run", ["generate 2026-03-14 2", "say daily", "remember Run"]],
  ["an open day becomes final", "23:00:00", { day: openSeven }, "run", ["finalize 2026-03-14 7", "say finalized", "remember Run"]],
  ["a final day is announced", "23:00:00", { day: seven }, "run", ["say daily", "remember Run"]],
  ["a final day is announced again", "23:00:00", { day: seven, announcedSinceCutoff: { ...nothingAnnounced, figure: true } }, null, [
    "say repeat"
  ]],
  // Rule 5.8.
  ["an earlier open day becomes final, before the cutoff too", "12:00:00", { open: [{ day: openBefore, clearedAt: null }] }, "run", [
    "finalize 2026-03-13 3",
    "say finalized"
  ]],
  // Rule 5.17.
  [
    "a day that awaits its figure is announced, and stays without one",
    "23:00:00",
    { settings: { ...settings, withoutFigure: "wait" } },
    "run",
    ["say awaited"]
  ],
  // Rules 5.11 and 5.12.
  ["a closed day is announced once", "23:00:00", { mark: closed }, "run", ["say closed"]],
  [
    "a closed day that was announced is left",
    "23:00:00",
    { mark: closed, announcedSinceCutoff: { ...nothingAnnounced, closed: true } },
    "run",
    []
  ],
  [
    "a day that was cleared at its cutoff is left",
    "23:00:01",
    { mark: { ...unmarked(today), clearedAt: nowAt("23:00:00").at } },
    "run",
    []
  ],
  [
    "a day that was cleared before its cutoff is generated",
    "23:00:01",
    { mark: { ...unmarked(today), clearedAt: nowAt("22:59:59").at } },
    null,
    ["generate 2026-03-14 2", "say daily"]
  ],
  [
    "so is one that was cleared after a cutoff that a reload has moved to a later time",
    "23:30:00",
    {
      settings: { ...asked().settings, calendar: { ...asked().settings.calendar, cutoff: { hour: 23, minute: 30 } } },
      mark: { ...unmarked(today), clearedAt: nowAt("23:10:00").at }
    },
    null,
    ["generate 2026-03-14 2", "say daily"]
  ],
  // Rule 5.15.
  ["nothing is generated while a later day is stored", "23:00:00", { daysAfter: true }, "run", []],
  ["what people entered becomes final all the same", "23:00:00", { daysAfter: true, day: openSeven }, "run", [
    "finalize 2026-03-14 7",
    "say finalized",
    "remember Run"
  ]],
  ["a closed day is announced all the same", "23:00:00", { daysAfter: true, mark: closed }, "run", ["say closed"]],
  // Rule 5.13.
  ["a known run repeats no message", "23:00:00", { day: seven, ranBefore: true }, "run", []],
  ["a known run still settles", "23:00:00", { ranBefore: true }, "run", ["generate 2026-03-14 2", "say daily", "remember Run"]]
]

const reminders: ReadonlyArray<readonly [what: string, time: string, state: Partial<States["Remind"]>, expected: Expected]> = [
  // Rule 7.17.
  ["a day without a record is asked for", "22:30:00", {}, ["say reminder"]],
  ["it is asked for once", "22:30:00", { reminded: true }, []],
  ["a day with a record is not asked for", "22:30:00", { day: openSeven }, []],
  ["a closed day is not asked for", "22:30:00", { mark: closed }, []],
  ["nothing is asked for at the cutoff", "23:00:00", {}, []]
]

const row = (day: number, amount: number) => ({ date: addDays(today, -day), cents: cents(amount) })

const imports: ReadonlyArray<
  readonly [what: string, command: Omit<Commands["Import"], "_tag">, state: Partial<States["Import"]>, expected: Expected]
> = [
  // Rules 6.13 and 6.14.
  ["rows are imported, the oldest first", { rows: [row(1, 5), row(2, 6)], sha256: null }, {}, [
    "import 2026-03-12 6",
    "import 2026-03-13 5",
    "say imported",
    "say imported"
  ]],
  [
    "a day that has changed since its preview is not overwritten, nor any other",
    { rows: [row(0, 5), row(1, 5)], sha256: null, since: 12 },
    { book: DayBook.make([seven]), changedSince: new Map([[today, { by: "li", at: noon.at }]]) },
    "ChangedMeanwhile"
  ],
  [
    "a day that was removed since is not entered again",
    { rows: [row(0, 5)], sha256: null, since: 12 },
    { changedSince: new Map([[today, { by: "li", at: noon.at }]]) },
    "ChangedMeanwhile"
  ],
  [
    "a change since then that left the day as the file has it, or of a day outside the file, stops nothing",
    { rows: [row(0, 7), row(1, 5)], sha256: null, since: 12, equal: "skip" },
    {
      book: DayBook.make([seven]),
      changedSince: new Map([[today, { by: "li", at: noon.at }], [addDays(today, -2), { by: "li", at: noon.at }]])
    },
    ["import 2026-03-13 5", "say imported"]
  ],
  ["a row that equals a final day is imported, too", { rows: [row(0, 7)], sha256: null }, { book: DayBook.make([seven]) }, [
    "import 2026-03-14 7",
    "say imported"
  ]],
  ["a row that equals a final day is left where that is asked for", { rows: [row(0, 7)], sha256: null, equal: "skip" }, {
    book: DayBook.make([seven])
  }, []],
  ["a row that equals an open day makes it final", { rows: [row(0, 7)], sha256: null }, { book: DayBook.make([openSeven]) }, [
    "import 2026-03-14 7",
    "say imported"
  ]],
  ["a row for a closed day opens it", { rows: [row(0, 7)], sha256: null }, { book: DayBook.make([], [closed]) }, [
    "open 2026-03-14",
    "import 2026-03-14 7",
    "say imported"
  ]],
  // Rule 6.15.
  ["a file is remembered", { rows: [row(0, 7)], sha256: "a", equal: "skip" }, { book: DayBook.make([seven]) }, ["remember File"]],
  ["a file that was imported before has no effect", { rows: [row(0, 7)], sha256: "a" }, { importedBefore: true }, []]
]

describe("the write path decides that", () => {
  it.each(corrections)("%s", (_what, command, state, who, expected) => assert.deepStrictEqual(outcome(command, state, noon, who), expected))

  it.each(withdrawals)("%s",
    (_what, state, who, expected, seen) => assert.deepStrictEqual(outcome({ ...withdrawal, expected: seen }, state, noon, who), expected))

  it.each(marks)("%s", (_what, { ahead = 0, ...wanted }, state, expected, who) => {
    const date = addDays(today, ahead)
    const mark = ahead === 0 ? state.mark : unmarked(date)
    assert.deepStrictEqual(outcome({ ...marking, ...wanted, date }, { ...state, mark }, noon, who), expected)
  })

  it.each(undoings)("%s when it is undone",
    (_what, state, now, who, expected) => assert.deepStrictEqual(outcome(undone, state, now, who), expected))

  it("an undone day that is left open and empty was left so by a person", () => {
    const decision = Either.getOrThrow(decideOn(undone, undoing({ day: seven }), noon, manager))
    assert.deepStrictEqual(Posting.changes(decision.postings, noon.at), [
      { date: today, day: null, mark: { ...unmarked(today), clearedAt: noon.at } }
    ])
  })

  it("a confirmed mark is the manager's, and does not count as opened again", () => {
    for (const [isClosed, markedAs] of [[true, closed], [false, unmarked(today)]] as const) {
      const before = { ...markedAs, clearedAt: 1, markedBy: "entry" } as const
      const { postings } = Either.getOrThrow(decideOn({ ...marking, closed: isClosed }, asked({ mark: before }), noon, manager))
      assert.deepInclude(Posting.changes(postings, noon.at)[0]?.mark, { closed: isClosed, clearedAt: 1, markedBy: "manager" })
    }
  })

  it("the next change is allowed when the oldest of thirty is 10 minutes old", () => {
    const recent = [noon.at - 599_000, ...Array(29).fill(noon.at)]
    assert.deepInclude(Option.getOrThrow(Either.getLeft(decideOn(five, asked({ recent }), noon, entry))), {
      _tag: "TooManyChanges",
      seconds: 1
    })
  })

  it.each(settlements)("%s", (_what, time, state, id, expected) =>
    assert.deepStrictEqual(
      outcome({ _tag: "Settle", trigger: "cutoff", moment: momentAt(time), id }, settling(state), nowAt(time), theService),
      expected
    ))

  it("until the cutoff a run depends on the record of the day, the open days and the settings alone", () => {
    const others: ReadonlyArray<Partial<States["Settle"]>> = [{}, {
      mark: { ...closed, clearedAt: 1 },
      daysAfter: true,
      ranBefore: true,
      recent: DayBook.make([seven], [], []),
      announced: new Map([["main", "delivered"]]),
      announcedSinceCutoff: { figure: true, closed: true, awaited: true }
    }]
    for (const trigger of ["cutoff", "start", "reload", "hourly", "unanswered"] as const) {
      for (const day of [undefined, seven, openSeven, generated]) {
        for (const open of [[], [{ day: { ...openSeven, date: addDays(today, -1) }, clearedAt: null }]]) {
          const [one, other] = others.map((parts) =>
            decideOn({ _tag: "Settle", trigger, moment: momentAt("22:59:59"), id: "run" }, settling({ ...parts, day, open }),
              nowAt("22:59:59"), theService)
          )
          assert.deepStrictEqual(one, other)
        }
      }
    }
  })

  // Rule 5.13.
  it("a start after the cutoff also does what the cutoff's own run would, in whatever process that comes later", () => {
    const runs = (trigger: "start" | "cutoff") =>
      Either.getOrThrow(
        decideOn({ _tag: "Settle", trigger, moment: momentAt("23:00:01"), id: "run" }, settling({}), nowAt("23:00:01"), theService)
      ).remember
    assert.deepStrictEqual(runs("start"), { _tag: "Run", ids: ["run", cutoffRun(momentAt("23:00:01"))] })
    assert.deepStrictEqual(runs("cutoff"), { _tag: "Run", ids: ["run"] })
  })

  it.each(reminders)("%s",
    (_what, time, state, expected) =>
      assert.deepStrictEqual(outcome({ _tag: "Remind", moment: momentAt(time) }, reminding(state), nowAt(time), theService), expected))

  // Rule 4.8.
  it.each<readonly [what: string, starts: DayStarts, hour: number, expected: DayStarts | null]>([
    ["days that begin at midnight stay so", [], 0, null],
    ["a new start of the days counts from tomorrow on", [], 4, [{ from: addDays(today, 1), at: { hour: 4, minute: 0 } }]],
    ["a start that is known changes nothing", alwaysAt({ hour: 4, minute: 0 }), 4, null]
  ])("%s", (_what, starts, hour, expected) => {
    const dayStartsAt = { hour, minute: 0 }
    const shop = { settings: { ...settings, dayStartsAt, calendar: { ...settings.calendar, starts } }, head: { id: 40, hash: "" } }
    const { dayStarts, postings, result } = Either.getOrThrow(decideOn({ _tag: "StartDays" }, shop, noon, theService))
    assert.deepStrictEqual([dayStarts, result, postings], [expected, expected !== null, []])
  })

  it.each(imports)("%s",
    (_what, command, state, expected) =>
      assert.deepStrictEqual(outcome({ _tag: "Import", ...command }, importing(state), noon, manager), expected))
})

// Rule 6.29.
describe("a command with an idempotency key", () => {
  const keyed = { ...five, key: "k" }
  const result = Either.map(decideOn(five, asked(), noon, manager), ({ result }) => result)
  const kept = { fingerprint: fingerprintOf(keyed, manager), result: Either.getOrThrow(result) }

  it("remembers its result", () =>
    assert.deepStrictEqual(outcome(keyed, asked(), noon, manager), ["correct 2026-03-14 5", "say entered", "remember Result"]))

  it("whose result is kept gets that result, whatever has become of the day, and does nothing", () => {
    const again = decideOn(keyed, asked({ day: enteredBy(undefined), kept }), noon, manager)
    assert.deepStrictEqual(again, Either.right({
      result: kept.result,
      postings: [],
      soFar: null,
      messages: [],
      firstOnlyTo: null,
      hasten: null,
      remember: null,
      dayStarts: null
    }))
  })

  it.each<readonly [string, Commands["Correct"], Who]>([
    ["another amount", { ...keyed, cents: cents(6) }, manager],
    ["another reason", { ...keyed, reason: "" }, manager],
    ["another actor", keyed, { ...manager, actor: "li" }],
    ["another role", keyed, entry]
  ])("is refused with %s", (_what, command, who) => assert.strictEqual(outcome(command, asked({ kept }), noon, who), "KeyReused"))

  it("is not remembered where it is refused", () =>
    assert.strictEqual(outcome({ ...keyed, date: addDays(today, 1) }, asked(), noon, manager), "DateInFuture"))
})
