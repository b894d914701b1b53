import { assert, describe, it } from "vitest"
import { greetingIn } from "../../src/Startup/Greeting.ts"
import { languageOfTerminal } from "../../src/Startup/TerminalLanguage.ts"

describe("the lines of a start", () => {
  const started = { version: "0.2.0", address: "http://localhost:57778/", phones: ["http://192.168.1.5:57778/"], isSetUp: false }

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
