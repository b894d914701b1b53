import { assert, describe, it } from "vitest"
import { greetingIn } from "../../src/Startup/Greeting.ts"
import { setupAddress } from "../../src/Startup/SetupAddress.ts"
import { languageOfTerminal } from "../../src/Startup/TerminalLanguage.ts"

describe("the lines of a start", () => {
  const started = {
    version: "0.2.0",
    address: "http://localhost:57778/",
    phones: ["http://192.168.1.5:57778/"],
    isSetUp: false,
    isLog: false,
    setup: undefined
  }

  it("are in the language of the shop", () =>
    assert.deepStrictEqual(greetingIn("zh-CN", started), [
      "turnover 0.2.0：看板 http://localhost:57778/",
      "同一网络的手机打开：http://192.168.1.5:57778/",
      "还没有设置这家店：npm run setup（装好的程序用 turnover setup）"
    ]))

  // Programs wait for the first one.
  it("are those that programs read, in English", () =>
    assert.deepStrictEqual(greetingIn("en", { ...started, phones: [], isSetUp: true }), [
      "turnover 0.2.0: dashboard at http://localhost:57778/"
    ]))

  // Nobody knows who reads a container's log.
  it("have the address of the set-up, in a log in both languages", () =>
    assert.deepStrictEqual(greetingIn("en", { ...started, phones: [], isLog: true, setup: (machine) => `http://<${machine}>:1/setup#c` }), [
      "turnover 0.2.0: dashboard at http://localhost:57778/",
      "the shop is not set up yet: open this address within 60 minutes (or run npm run setup here; turnover setup in an installation):",
      "还没有设置这家店。60 分钟内打开下面的网址（或者在这里运行 npm run setup；装好的程序用 turnover setup）：",
      "http://<this machine's address 这台机器的地址>:1/setup#c"
    ]))

  it("are in the terminal's language where the shop has none", () =>
    assert.deepStrictEqual(
      [
        { LANG: "zh_CN.UTF-8" },
        { LANG: "zh_CN.UTF-8", LC_ALL: "C.UTF-8" },
        { LC_ALL: "", LANG: "en_GB.UTF-8" },
        { LANG: "en_GB.UTF-8", LC_MESSAGES: "zh_CN.UTF-8" },
        { LANG: "zh_CN.UTF-8", LC_MESSAGES: "en_GB.UTF-8" },
        { LC_MESSAGES: "en_GB.UTF-8", LC_ALL: "zh_CN.UTF-8" }
      ].map(languageOfTerminal),
      ["zh-CN", "en", "en", "zh-CN", "en", "zh-CN"]
    ))
})

describe("the address of a set-up", () => {
  const opened = {
    code: "c",
    address: "http://localhost:57778/",
    phones: ["http://192.168.1.5:57778/"],
    publicUrl: null,
    allowedHosts: undefined,
    machine: undefined
  }
  const cases: ReadonlyArray<readonly [where: string, changes: Partial<Parameters<typeof setupAddress>[0]>, address: string]> = [
    ["is one that phones and this machine open", {}, "http://192.168.1.5:57778/setup#c"],
    ["is this machine's where it has no network", { phones: [] }, "http://localhost:57778/setup#c"],
    ["is below the path of a proxy", { publicUrl: "https://shop.example/till" }, "https://shop.example/till/setup#c"],
    ["is one of the hosts that are allowed", { allowedHosts: new Set(["localhost"]) }, "http://localhost:57778/setup#c"],
    ["leaves the host out that a container does not know", { machine: "this machine" }, "http://<this machine>:57778/setup#c"]
  ]
  it.each(cases)("%s", (_, changes, address) => assert.strictEqual(setupAddress({ ...opened, ...changes }), address))
})
