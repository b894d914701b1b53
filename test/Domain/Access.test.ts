import { assert, describe, it } from "@effect/vitest"
import { decide, isFree, type Need } from "../../src/Domain/Access.ts"
import { actorOf, master, type Person } from "../../src/Domain/Person.ts"
import { allows, Role } from "../../src/Domain/Role.ts"

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
  const rows: ReadonlyArray<readonly [need: Need, isPrivate: boolean, who: Person | undefined, verdict: string]> = [
    ["nothing", true, undefined, "pass"],
    ["view", false, undefined, "pass"],
    ["view", true, undefined, "unauthorized"],
    ["view", true, person("view"), "pass"],
    ["view", true, person("feed"), "forbidden"],
    ["credential", false, undefined, "unauthorized"],
    ["credential", false, person("feed"), "pass"],
    ["entry", false, undefined, "unauthorized"],
    ["entry", false, person("view"), "forbidden"],
    ["manager", true, person("entry"), "forbidden"],
    ["admin", false, person("manager"), "forbidden"],
    ["admin", true, master(null), "pass"]
  ]
  it.each(rows)("to what needs %s, private: %s", (need, isPrivate, who, verdict) => {
    assert.strictEqual(decide(need, isPrivate, who), verdict)
    if (isFree(need, isPrivate)) assert.strictEqual(verdict, "pass")
  })
})

// Rule 8.4.
describe("the actor", () => {
  const rows: ReadonlyArray<readonly [who: Person, typed: string | undefined, actor: string]> = [
    [master(null), undefined, "admin"],
    [master(null), "", ""],
    [master(null), "王", "王"],
    [person("entry"), undefined, "小王"],
    [person("entry"), " ", "小王"],
    [person("entry"), "小王", "小王"],
    [person("entry"), "王", "小王 (typed: 王)"]
  ]
  it.each(rows)("of %j who types %s", (who, typed, actor) => assert.strictEqual(actorOf(who, typed), actor))
})
