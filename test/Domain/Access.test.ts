import { assert, describe, it } from "@effect/vitest"
import { actorOf, admission, allows, master, type Need, type Openness, type Person, Role } from "../../src/Domain/Person.ts"

const person = (role: Role): Person => ({ name: "小王", role, token: 1, session: null })

// Rule 8.2.
describe("a role", () => {
  const table: Readonly<Record<Role, ReadonlyArray<Role>>> = {
    view: ["view"],
    entry: ["view", "entry"],
    manager: ["view", "entry", "manager"],
    admin: ["view", "entry", "manager", "admin"],
    feed: ["feed"]
  }
  it.each(Role.literals)("%s may what the ranks below it may, and feed stands apart",
    (role) => assert.deepStrictEqual(Role.literals.filter((needed) => allows(role, needed)), table[role]))
})

describe("access", () => {
  const open: Openness = { access: "open", metrics: "private" }
  const closed: Openness = { access: "private", metrics: "private" }
  const closedButMetrics: Openness = { access: "private", metrics: "open" }
  const rows: ReadonlyArray<readonly [need: Need, openness: Openness, who: Person | undefined, verdict: string]> = [
    ["nothing", closed, undefined, "pass"],
    ["view", open, undefined, "pass"],
    ["view", closed, undefined, "unauthorized"],
    ["view", closedButMetrics, undefined, "unauthorized"],
    ["view", closed, person("view"), "pass"],
    ["view", closed, person("feed"), "forbidden"],
    ["metrics", open, undefined, "pass"],
    ["metrics", closedButMetrics, undefined, "pass"],
    ["metrics", closed, undefined, "unauthorized"],
    ["metrics", closed, person("view"), "pass"],
    ["metrics", closed, person("feed"), "forbidden"],
    ["credential", open, undefined, "unauthorized"],
    ["credential", open, person("feed"), "pass"],
    ["entry", open, undefined, "unauthorized"],
    ["entry", open, person("view"), "forbidden"],
    ["manager", closed, person("entry"), "forbidden"],
    ["admin", open, person("manager"), "forbidden"],
    ["admin", closed, master(null), "pass"]
  ]
  it.each(rows)("to what needs %s, with %j", (need, openness, who, verdict) => assert.strictEqual(admission(need, openness, who), verdict))
})

// Rule 8.4.
describe("the actor", () => {
  const rows: ReadonlyArray<readonly [who: Person, typed: string | undefined, actor: string]> = [
    [master(null), undefined, "admin"],
    [master(null), "", "admin"],
    [master(null), "王", "王"],
    [person("entry"), undefined, "小王"],
    [person("entry"), " ", "小王"],
    [person("entry"), "小王", "小王"],
    [person("entry"), "王", "小王 (typed: 王)"]
  ]
  it.each(rows)("of %j who types %s", (who, typed, actor) => assert.strictEqual(actorOf(who, typed), actor))
})
