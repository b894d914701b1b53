import { assert, describe, it } from "@effect/vitest"
import { warningsOf } from "../../src/Config/EnvFile.ts"

const cut = (line: number, name: string) =>
  `.env line ${line}: ${name} has a # in a value without quotes, which ends the value there: put the value in quotes`
const none = (line: number, name = "") =>
  `.env line ${line}: expected NAME=value, got a line that sets nothing${name === "" ? "" : ` (${name})`}`

const open = (line: number, name: string) => `.env line ${line}: ${name} begins with a quote that nothing closes: close it or leave it out`

// Rule 1.2.
describe("a .env file", () => {
  const cases: ReadonlyArray<readonly [text: string, warnings: ReadonlyArray<string>]> = [
    ["", []],
    ["# the shop\n\nTZ=Europe/Berlin\nexport PORT=80\n  HOST = ::1 # all of it\n", []],
    ["ADMIN_TOKEN=abc#def\nTZ: Europe/Berlin\r\n", [cut(1, "ADMIN_TOKEN"), none(2, "TZ")]],
    ["ADMIN_TOKEN=#def", [cut(1, "ADMIN_TOKEN")]],
    ["ADMIN_TOKEN='abc#def'\nA=\"b#c\" # said\nB=`#`\n", []],
    ["A=\"one\ntwo#three\nTZ: x\"\nB=a#b\n", [cut(4, "B")]],
    ["A='one#two\nB=1", [cut(1, "A")]],
    ["A=it's\nDATABASE_URL=\"file:./days.db\nTZ= 'Asia/Tokyo # here\n", [open(2, "DATABASE_URL"), open(3, "TZ")]],
    ["export TZ\nset -a\nTZ Europe/Berlin", [none(1, "TZ"), none(2), none(3)]],
    ["AKIA0SECRET\nABCD EFGH IJKL", [none(1), none(2)]],
    ["TZ: \"a=b\"\nADMIN_TOKEN: hush=hush\nhush-hush", [none(1, "TZ"), none(2, "ADMIN_TOKEN"), none(3)]],
    ["\ufeffA=b#c", [cut(1, "A")]]
  ]
  it.each(cases)("as %j gets a warning with each line that is read otherwise than it is meant",
    (text, warnings) => assert.deepStrictEqual(warningsOf(text), warnings))
})
