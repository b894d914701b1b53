import { assert, describe, it } from "@effect/vitest"
import { proxiesIn, proxyFor, warningsOfProxies } from "../../src/Config/Proxy.ts"

const secure = "http://secure.example:3128/"
const plain = "http://plain.example:3128/"
const set = { HTTPS_PROXY: secure, HTTP_PROXY: plain, NO_PROXY: "hooks.example, .chat.example:8443, 2001:0DB8::5, [2001:db8::6]:8080" }

const chosen = (texts: Readonly<Record<string, string>>, address: string) => proxyFor(proxiesIn(texts), new URL(address))?.address ?? null

describe("the forward proxy of an address", () => {
  for (
    const [address, proxy] of [
      ["https://oapi.dingtalk.com/robot", secure],
      ["http://oapi.dingtalk.com/robot", plain],
      ["https://hooks.example/x", null],
      ["https://a.hooks.example/x", null],
      ["https://otherhooks.example/x", secure],
      ["https://a.chat.example:8443/x", null],
      ["https://a.chat.example/x", secure],
      // The local network is called directly.
      ["http://192.168.1.20:8080/x", null],
      ["http://10.1.2.3/x", null],
      ["http://172.31.255.255/x", null],
      ["http://172.32.0.1/x", plain],
      ["http://100.100.1.1/x", null],
      ["http://127.0.0.1/x", null],
      ["http://[::1]/x", null],
      ["http://[fd12::1]/x", null],
      ["http://[2001:db8::1]/x", plain],
      ["http://[2001:db8::5]/x", null],
      ["http://[2001:db8:0::6]:8080/x", null],
      ["http://[2001:db8::6]/x", plain],
      ["http://gotify/x", null],
      ["https://nas.local/x", null],
      ["https://localhost.example/x", secure]
    ] as const
  ) it(`${address}: ${proxy ?? "none"}`, () => assert.strictEqual(chosen(set, address), proxy))

  it("is that of the variable in lower case first, and may be written without its scheme", () => {
    assert.strictEqual(chosen({ ...set, https_proxy: "name:pass@first.example:1" }, "https://a.example"),
      "http://name:pass@first.example:1/")
    assert.strictEqual(chosen({ ...set, no_proxy: "*" }, "https://a.example"), null)
    assert.strictEqual(chosen({ https_proxy: "", HTTPS_PROXY: "127.0.0.1:7890" }, "https://a.example"), "http://127.0.0.1:7890/")
    assert.strictEqual(chosen({}, "https://a.example"), null)
  })

  it("is not used where no proxy is supported there, with a warning that does not show it", () => {
    // Node throws for a password with a `%` that begins no escape.
    for (const HTTPS_PROXY of ["socks5://name:pass@127.0.0.1:1080", "http://name:50%off@127.0.0.1:1080"]) {
      assert.strictEqual(chosen({ HTTPS_PROXY }, "https://a.example"), null)
      assert.deepStrictEqual(warningsOfProxies({ HTTPS_PROXY }), [
        "HTTPS_PROXY: expected an address such as http://proxy.example:3128, so it is not used"
      ])
    }
    assert.deepStrictEqual(warningsOfProxies(set), [])
  })

  it("is that of ALL_PROXY where the protocol has none of its own, and is named so", () => {
    const texts = { ALL_PROXY: plain, https_proxy: secure }
    assert.deepStrictEqual(proxiesIn(texts), {
      http: { name: "ALL_PROXY", address: plain },
      https: { name: "HTTPS_PROXY", address: secure },
      except: []
    })
    const unused = "ALL_PROXY: expected an address such as http://proxy.example:3128, so it is not used"
    assert.deepStrictEqual(warningsOfProxies({ all_proxy: "socks5://127.0.0.1:1080" }), [unused])
    assert.deepStrictEqual(warningsOfProxies({ all_proxy: "socks5://127.0.0.1:1080", HTTP_PROXY: plain, HTTPS_PROXY: secure }), [])
  })

  it("has a warning for each entry of NO_PROXY that is not compared, unless there is no proxy", () => {
    const NO_PROXY =
      "localhost,.shop.example *.till.example店.example:80 10.0.0.0/8 a.example;b.example ::1 [::1]:80 fd00::/8 a*b 127.0.0.1"
    const named = (texts: Readonly<Record<string, string>>) =>
      warningsOfProxies(texts).map((warning) => /^NO_PROXY: .* got (\S+), which is not used/.exec(warning)?.[1])
    assert.deepStrictEqual(named({ NO_PROXY, HTTPS_PROXY: secure }), ["10.0.0.0/8", "a.example;b.example", "fd00::/8", "a*b"])
    assert.deepStrictEqual(named({ NO_PROXY }), [])
  })
})
