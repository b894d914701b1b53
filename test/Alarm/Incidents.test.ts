import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Incidents, nextNotice, noIncidents, type Observed, observedIn } from "../../src/Alarm/Incidents.ts"
import { at, line, messages, settings, sound } from "../lib/SoundShop.ts"
import { date } from "../lib/Stored.ts"

const hour = 3_600_000

/** The notices for a sequence of situations, if each notice is sent. */
const noticesOf = (situations: ReadonlyArray<Partial<Observed>>, before: Incidents = noIncidents): ReadonlyArray<ReadonlyArray<string>> => {
  let state = before
  return situations.map((given) => {
    const notices: Array<string> = []
    const situation = { now: 0, overdue: undefined, failed: 0, unwritable: undefined, feed: undefined, ...given }
    for (let next = nextNotice(state, situation); next !== undefined; next = nextNotice(state, situation)) {
      if (next.notice !== undefined) {
        const { _tag, ...facts } = next.notice
        // The notices of a shop with one chat name no chat.
        notices.push([_tag, ...Object.values(facts).filter((fact) => !Array.isArray(fact) || fact.length > 0)].join(" "))
      }
      state = next.after
    }
    return notices
  })
}

const first = date("2026-03-14")
const second = date("2026-03-15")

describe("incidents", () => {
  it("of a day are reported once, and once when they are over", () => {
    assert.deepStrictEqual(
      noticesOf([{}, { overdue: first }, { overdue: first }, {}, {}]),
      [[], ["Unsettled 2026-03-14"], [], ["Settled 2026-03-14"], []]
    )
  })

  // Rule 5.18.
  it("of a silent till are reported once a day, and once when it pushes again; the cutoff ends them", () => {
    const feed = (minutes: number, isSilent: boolean, on = first) => ({ feed: { date: on, by: "pos", minutes, isSilent } })
    assert.deepStrictEqual(
      noticesOf([feed(1, false), feed(30, true), feed(31, true), feed(0, false), feed(30, true), {}, feed(30, true, second)]),
      [[], ["FeedSilent pos 30"], [], ["FeedSpeaks pos"], ["FeedSilent pos 30"], [], ["FeedSilent pos 30"]]
    )
  })

  it("of another day are separate incidents", () => {
    assert.deepStrictEqual(
      noticesOf([{ overdue: first }, { overdue: second }, {}]),
      [["Unsettled 2026-03-14"], ["Unsettled 2026-03-15"], ["Settled 2026-03-15"]]
    )
  })

  it("of messages are reported once, and once when none is left", () => {
    assert.deepStrictEqual(
      noticesOf([{ failed: 2 }, { failed: 2 }, { failed: 1 }, { failed: 0 }, { failed: 0 }]),
      [["MessagesFailed 2"], [], [], ["MessagesRecovered"], []]
    )
  })

  it("of more messages are reported again after an hour, also after the clock was set back", () => {
    assert.deepStrictEqual(
      noticesOf([{ failed: 1, now: hour }, { failed: 3, now: 2 * hour - 1 }, { failed: 4, now: 2 * hour }, { failed: 5, now: hour }]),
      [["MessagesFailed 1"], [], ["MessagesFailed 4"], ["MessagesFailed 5"]]
    )
  })

  it("of a database that takes no changes are reported once, whatever its reasons, and once when it does", () => {
    assert.deepStrictEqual(
      noticesOf([
        { unwritable: "disk_full" },
        { unwritable: "io_error" },
        { overdue: first, unwritable: "locked" },
        { overdue: first },
        {}
      ]),
      [["Unwritable disk_full"], [], ["Unsettled 2026-03-14"], ["Writable"], ["Settled 2026-03-14"]]
    )
  })

  it("of both kinds are reported one after the other", () => {
    assert.deepStrictEqual(noticesOf([{ overdue: first, failed: 1 }, {}]), [
      ["Unsettled 2026-03-14", "MessagesFailed 1"],
      ["Settled 2026-03-14", "MessagesRecovered"]
    ])
  })

  it("are stored under the keys of earlier versions", () => {
    const stored = { unsettled: null, failed: 2, failedToldAt: 1_765_000_000_000 }
    const state = Schema.decodeUnknownSync(Incidents)(stored)
    assert.deepStrictEqual(state, { unsettled: null, failed: 2, failedReportedAt: 1_765_000_000_000, unwritable: false, silent: null })
    assert.deepStrictEqual<unknown>(Schema.encodeSync(Incidents)(state), { ...stored, unwritable: false, silent: null })
  })

  it("that were reported before a restart are not reported again", () => {
    assert.deepStrictEqual(noticesOf([{ overdue: first, failed: 1 }], { ...noIncidents, unsettled: first, failed: 1 }), [[]])
  })
})

describe("an incident in the state of the service", () => {
  const observed = (state: Partial<typeof sound>, before = noIncidents) => observedIn({ ...sound, ...state }, before)

  it("is a fault of writes after a minute, also while the database does not answer", () => {
    const after = (millis: number) => observed({ notifications: null, trouble: { reason: "disk_full", millis } }).unwritable
    assert.deepStrictEqual([observed({}).unwritable, after(59_999), after(60_000)], [undefined, undefined, "disk_full"])
  })

  it("is a day after alert_after_minutes and the patience with its source", () => {
    const overdue = (time: string, members: object) => observed({ now: at(time), settings: settings(members) }).overdue
    const command = { kind: "command", run: ["till"], patience_minutes: 20 }
    assert.deepStrictEqual(
      [
        overdue("23:09:59", {}),
        overdue("23:10:00", {}),
        overdue("23:29:59", { amount_source: command }),
        overdue("23:30:00", { amount_source: command })
      ],
      [undefined, first, undefined, first]
    )
  })

  it("is a failed message, by its chat where there are several, and no other one while the database does not answer", () => {
    const { failed, failedIn } = observed({ notifications: messages({ failed: 2 }, { ...line, name: "office" }) })
    assert.deepStrictEqual([failed, failedIn?.map(({ failed, name }) => [name, failed])], [2, [["main", 2]]])
    assert.strictEqual(observed({ notifications: null }, { ...noIncidents, failed: 3 }).failed, 3)
  })
})
