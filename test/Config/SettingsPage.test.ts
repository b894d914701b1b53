import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { linesOf, membersAfter, shownMembers } from "../../src/Config/SettingsPage.ts"

const hook = "https://open.feishu.cn/open-apis/bot/v2/hook/abc"

const known = {
  chat_webhook_url: hook,
  chat_secret: "signing",
  shop_name: "小店",
  cutoff_hour: 22,
  own_key: "kept",
  holidays_file: "holidays.json",
  heartbeat_url: "https://hc-ping.com/uuid",
  goals: { "2026-11": 100, default: 90 },
  backup_dir: "/mnt/disk/backup",
  chats: [
    { name: "老板", url: "https://oapi.dingtalk.com/robot/send?access_token=abc", secret: "SEC1" },
    { name: "会计", kind: "email", url: "smtps://smtp.qq.com:465", from: "a@qq.com", to: ["b@qq.com"], secret: "code" }
  ]
}

const change = (set: Record<string, unknown>, before: Record<string, unknown> = known) => membersAfter(before, set, "/srv/data")

const after = (set: Record<string, unknown>, before?: Record<string, unknown>) =>
  Either.getOrThrowWith(change(set, before), (faults) => new Error(JSON.stringify(faults)))

const faultsOf = (set: Record<string, unknown>, before?: Record<string, unknown>) =>
  Either.match(change(set, before), {
    onLeft: (faults) => faults.map(({ code, field }) => `${field}: ${code}`),
    onRight: () => []
  })

// Rule 1.19.
describe("the settings as a page sees them", () => {
  it("have no credential, and neither a file that is read nor a key that nobody knows", () => {
    const shown = shownMembers(known)
    assert.notMatch(JSON.stringify(shown), /abc|signing|uuid|SEC1|"code"/)
    assert.deepStrictEqual(Object.keys(shown).filter((key) => key in { own_key: 1, holidays_file: 1 }), [])
    assert.deepInclude(shown, {
      chat_webhook_url: "https://open.feishu.cn/…",
      chat_secret: "…",
      heartbeat_url: "https://hc-ping.com/…",
      shop_name: "小店"
    })
    assert.deepStrictEqual(shownMembers({ chat_webhook_url: "console:", chat_secret: "", public_url: "https://shop.example" }), {
      chat_webhook_url: "console:",
      chat_secret: "",
      public_url: "https://shop.example"
    })
    const withPassword = { chats: [{ name: "会计", kind: "email", url: "smtps://shop:code@smtp.qq.com:465" }] }
    assert.deepStrictEqual(shownMembers(withPassword), { chats: [{ ...withPassword.chats[0], url: "smtps://smtp.qq.com:465/…" }] })
  })

  it("have of a program only what a day gets without its figure", () =>
    assert.deepStrictEqual(shownMembers({ amount_source: { kind: "command", run: ["till", "--key=abc"], env: ["KEY"] } }), {
      amount_source: { kind: "command", without_figure: "wait" }
    }))
})

describe("a change of the settings", () => {
  it("keeps every key that it does not name, and what the page saw of a credential", () => {
    assert.deepStrictEqual(after({ ...shownMembers(known), shop_name: "大店" }), { ...known, shop_name: "大店" })
    assert.deepStrictEqual(after({ shop_name: null, cutoff_time: "23:00" }), (({ cutoff_hour: _, shop_name: __, ...rest }) => ({
      ...rest,
      cutoff_time: "23:00"
    }))(known))
  })

  it("takes its secret from an address that gets another host, port, scheme or user", () => {
    const secretAt = (url: string) => after({ chat_webhook_url: url })["chat_secret"]
    assert.strictEqual(secretAt("https://open.feishu.cn/open-apis/bot/v2/hook/other"), "signing")
    for (const url of ["https://open.larksuite.com/hook", "https://open.feishu.cn:444/hook", "http://open.feishu.cn/h", "console:"])
      assert.strictEqual(secretAt(url), "", url)
    assert.strictEqual(after({ chat_webhook_url: "https://evil.example/h", chat_secret: "…" })["chat_secret"], "")
    assert.strictEqual(after({ chat_webhook_url: "https://other.example/h", chat_secret: "own" })["chat_secret"], "own")
    const [, mail] = known.chats
    const secretOf = (entry: object) => (after({ chats: [entry] })["chats"] as ReadonlyArray<{ secret: string }>)[0]?.secret
    assert.strictEqual(secretOf({ ...mail, to: ["c@qq.com"], secret: "…" }), "code")
    assert.strictEqual(secretOf({ ...mail, user: "other", secret: "…" }), "")
    assert.strictEqual(secretOf({ ...mail, url: "smtps://evil.example:465", secret: "…" }), "")
  })

  it("knows a chat that has another name, and gives nothing of one to another", () => {
    const [chat] = known.chats
    const named = { ...chat, name: "店主", was: "老板", url: "https://oapi.dingtalk.com/…", secret: "…" }
    assert.deepStrictEqual(after({ chats: [named] })["chats"], [{ ...chat, name: "店主" }])
    assert.deepStrictEqual(faultsOf({ chats: [{ ...named, was: "谁" }] }), ["chats[0].url: secret_again"])
  })

  it("takes no name of a variable, and no address without its secret part", () => {
    assert.deepStrictEqual(faultsOf({ chat_secret: "$ADMIN_TOKEN" }), ["chat_secret: secret_again"])
    assert.deepStrictEqual(faultsOf({ heartbeat_url: "https://other.example/…" }), ["heartbeat_url: secret_again"])
    assert.deepStrictEqual(faultsOf({ chats: [{ ...known.chats[1], secret: "$DATABASE_URL" }] }), ["chats[0].secret: secret_again"])
    const ofFile = { ...known, shop_name: "$ADMIN_TOKEN", chats: [{ ...known.chats[1], secret: "$MAIL" }] }
    assert.deepStrictEqual(after(shownMembers(ofFile), ofFile), ofFile)
    for (const secret of ["$MAIL", "$ADMIN_TOKEN"])
      assert.deepStrictEqual(faultsOf({ chats: [{ ...known.chats[1], secret }] }, ofFile), ["chats[0].secret: secret_again"], secret)
  })

  it("sets neither programs nor files, and a backup only below a folder of the service", () => {
    const program = { kind: "command", run: ["sh"] }
    assert.deepStrictEqual(faultsOf({ amount_source: program }), ["amount_source: set_in_file"])
    const ofFile = { ...known, amount_source: program }
    assert.deepStrictEqual(
      after({ amount_source: { kind: "command", without_figure: "generate", run: ["other"] } }, ofFile)["amount_source"],
      { ...program, without_figure: "generate" }
    )
    assert.deepStrictEqual(faultsOf({ amount_source: { kind: "none" } }, ofFile), ["amount_source: set_in_file"])
    assert.deepStrictEqual(faultsOf({ holidays_file: "/etc/passwd", own_key: 1 }), ["holidays_file: set_in_file", "own_key: set_in_file"])
    assert.deepStrictEqual(faultsOf({ backup_dir: "/etc/cron.d" }), ["backup_dir: folder_below"])
    assert.deepStrictEqual(faultsOf({ backup_dir: "/srv/data/../etc" }), ["backup_dir: folder_below"])
    for (const folder of ["", "/srv/data/backups", "/mnt/disk/backup", "/mnt/disk/backup/daily"])
      assert.deepStrictEqual(faultsOf({ backup_dir: folder }), [], folder)
  })

  it("sets the default goal beside those of months", () => {
    assert.deepStrictEqual(after({ goals: { default: 80 } })["goals"], { "2026-11": 100, default: 80 })
    assert.deepStrictEqual(after({ goals: {} })["goals"], { "2026-11": 100 })
    assert.strictEqual(after({ goals: "80" })["goals"], "80", "the reading of the file refuses it")
  })

  it("is shown as lines without credentials", () =>
    assert.deepStrictEqual(linesOf(known, after({ shop_name: "大店", chat_secret: "new" })), [
      "\"chat_secret\": \"…\",",
      "\"shop_name\": \"大店\","
    ]))
})
