import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copySettings, settingsName } from "../../src/Backup/SettingsCopy.ts"
import { partialName } from "../../src/Config/WholeFile.ts"
import { temporaryFolder } from "../Database/TestFile.ts"

const settings = {
  chat_webhook_url: "https://open.feishu.cn/open-apis/bot/v2/hook/11111111",
  chat_secret: "signs",
  public_url: "https://shop.example",
  shop_name: "老王饺子",
  chats: [{ name: "office", url: "https://oapi.dingtalk.com/robot/send?access_token=x", secret: "SEC" }]
}

// Rule 1.16.
describe("the settings beside a backup", () => {
  const copied = (isClosed?: () => boolean) =>
    Effect.map(temporaryFolder, (folder) => {
      const configFile = join(folder, "config.json")
      const backup = join(folder, "turnover-2026-03-01.db")
      // Some editors begin a file with a byte order mark.
      writeFileSync(configFile, `${isClosed === undefined ? "" : "\uFEFF"}${JSON.stringify(settings)}`, { mode: 0o644 })
      const said = copySettings(configFile, backup, isClosed)
      return { folder, said, path: settingsName(backup), copy: JSON.parse(readFileSync(settingsName(backup), "utf8")) }
    })

  it.scoped("are whole, and for their owner alone", () =>
    Effect.map(copied(), ({ copy, path, said }) => {
      assert.deepStrictEqual([copy, said, statSync(path).mode & 0o777], [settings, [], 0o600])
    }))

  it.scoped("have no secrets and no addresses of chats in a folder that others can read", () =>
    Effect.map(copied(() => false), ({ copy, folder, said }) => {
      assert.deepStrictEqual(copy, { public_url: "https://shop.example", shop_name: "老王饺子", chats: [{ name: "office" }] })
      assert.match(said.join(), /no addresses of chats and no secrets/)
      assert.lengthOf(readdirSync(folder), 2)
    }))

  it.scoped("are never written through a link that somebody has put into the folder", () =>
    Effect.map(temporaryFolder, (folder) => {
      const [configFile, victim, backup] = ["config.json", "victim", "a.db"].map((name) => join(folder, name)) as [string, string, string]
      writeFileSync(configFile, "{}")
      writeFileSync(victim, "precious")
      symlinkSync(victim, partialName(settingsName(backup)))
      assert.deepStrictEqual(copySettings(configFile, backup), [])
      assert.deepStrictEqual([victim, settingsName(backup)].map((path) => readFileSync(path, "utf8")), ["precious", "{}"])
    }))

  it.scoped("are named if a folder that somebody has put there is in their way", () =>
    Effect.map(temporaryFolder, (folder) => {
      const [configFile, backup] = [join(folder, "config.json"), join(folder, "a.db")]
      writeFileSync(configFile, "{}")
      for (const name of [partialName(settingsName(backup)), settingsName(backup)]) {
        mkdirSync(name, { recursive: true })
        assert.match(copySettings(configFile, backup).join(), /^the settings were not copied beside the backup: /)
      }
    }))

  it.scoped("are not missed where the file is not there, and named where it cannot be written", () =>
    Effect.map(temporaryFolder, (folder) => {
      assert.deepStrictEqual(copySettings(join(folder, "config.json"), join(folder, "a.db")), [])
      writeFileSync(join(folder, "config.json"), "{}")
      assert.match(copySettings(join(folder, "config.json"), join(folder, "missing/a.db")).join(),
        /^the settings were not copied beside the backup: /)
    }))
})
