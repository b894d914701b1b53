import { assert, describe, it } from "@effect/vitest"
import { Either, Redacted } from "effect"
import { changedKeys, parse, type ReadConfig } from "../../src/Config/ShopConfig.ts"
import { isCurrency } from "../../src/Domain/Amount.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import { noWeekdays } from "../../src/Domain/Turnover.ts"

const parseMembers = (members: Readonly<Record<string, unknown>>) =>
  parse("config.json",
    JSON.stringify({ chat_webhook_url: "console:", weekday_range: [1, 2], weekend_range: [3, 4], fallback_push: "auto", ...members }))

const read = (members: Readonly<Record<string, unknown>> = {}): ReadConfig =>
  Either.getOrThrowWith(parseMembers(members), (fault) => new Error(fault.message))

/** The printed lines of the faults; none without a fault. */
const faults = (result: ReturnType<typeof parse>): ReadonlyArray<string> =>
  Either.match(result, { onLeft: ({ message }) => message.split("\n"), onRight: () => [] })

const webhook = "https://open.feishu.cn/open-apis/bot/v2/hook/f00-ba2"

describe("a configuration file", () => {
  // Rules 2.1, 2.2 and 2.4.
  it("of every key is read whole", () => {
    const { config, warnings } = read({
      chat_webhook_url: webhook,
      chat_secret: "signing",
      chat_keyword: "日结",
      shop_name: "一号店",
      language: "en",
      currency: "HKD",
      weekday_range: [2800, 3600.5],
      weekend_range: { min: 4000, max: 5200 },
      cutoff_time: "13:18",
      day_starts_at: "04:00",
      amount_source: { kind: "none" },
      closed_weekdays: ["MON", "SUN"],
      holidays: "none",
      goals: { "2026-11": 110_000.5, default: 100_000 },
      fallback_push: "always",
      import_notify: "digest",
      alert_webhook_url: "https://alarm.example/hook?key=1",
      heartbeat_url: "https://hc-ping.com/0123",
      chat_kind: "feishu",
      alert_kind: "wecom",
      alert_secret: "loud",
      alert_after_minutes: 25,
      remind_minutes: 45,
      reports: { weekly: "SUN 23:59", monthly: "31 00:00" },
      feed_silence_minutes: 20,
      backup_dir: "/var/backup/shop",
      backup_keep: 30,
      public_url: "https://Shop.example:443/turnover/"
    })
    const { alertSecret, alertWebhookUrl, heartbeatUrl, ...others } = config
    assert.strictEqual(Redacted.value(heartbeatUrl), "https://hc-ping.com/0123")
    assert.strictEqual(Redacted.value(alertWebhookUrl), "https://alarm.example/hook?key=1")
    assert.strictEqual(Redacted.value(alertSecret), "loud")
    assert.deepStrictEqual(
      { ...others, webhookUrl: Redacted.value(config.webhookUrl), chatSecret: Redacted.value(config.chatSecret) },
      {
        webhookUrl: webhook as string & Redacted.Redacted,
        chatSecret: "signing" as string & Redacted.Redacted,
        isSourceSet: true,
        isFallbackPushSet: true,
        chatKind: "feishu",
        alertKind: "wecom",
        chatKeyword: "日结",
        chatAbout: null,
        chats: [],
        shopName: "一号店",
        language: "en",
        locale: null,
        currency: { code: "HKD", before: "HK$", after: "", locale: "en-GB" },
        weekdayRange: { min: 280_000 as Cents, max: 360_050 as Cents },
        weekendRange: { min: 400_000 as Cents, max: 520_000 as Cents },
        cutoff: { hour: 13, minute: 18 },
        dayStartsAt: { hour: 4, minute: 0 },
        amountSource: { kind: "none" },
        closedWeekdays: new Set([1, 7]),
        holidays: "none",
        holidaysFile: null,
        region: null,
        holidayRanges: false,
        holidayRange: null,
        goals: { "2026-11": 11_000_050 as Cents, default: 10_000_000 as Cents },
        fallbackPush: "always",
        importNotify: "digest",
        alertAfterMinutes: 25,
        remindMinutes: 45,
        reports: { weekly: { weekday: 7, time: { hour: 23, minute: 59 } }, monthly: { day: 31, time: { hour: 0, minute: 0 } } },
        feedSilenceMinutes: 20,
        backupDir: "/var/backup/shop",
        isDayStartInDoubt: false,
        backupKeep: 30,
        publicUrl: "https://shop.example/turnover",
        access: "open",
        metrics: "private"
      }
    )
    assert.deepStrictEqual(warnings, [])
  })

  // Rules 2.3 and 2.4.
  it("needs only a webhook's address, and warns about unset ranges", () => {
    const { config, warnings } = Either.getOrThrow(parse("shop.json", "{\"chat_webhook_url\":\"console:\"}"))
    const { alertSecret, alertWebhookUrl, chatSecret, heartbeatUrl, webhookUrl, ...plain } = config
    assert.strictEqual(Redacted.value(heartbeatUrl), "")
    assert.strictEqual(Redacted.value(webhookUrl), "console:")
    assert.strictEqual(Redacted.value(alertWebhookUrl), "")
    assert.strictEqual(Redacted.value(chatSecret), "")
    assert.strictEqual(Redacted.value(alertSecret), "")
    assert.deepStrictEqual(plain, {
      isSourceSet: false,
      isFallbackPushSet: false,
      chatKind: null,
      alertKind: null,
      chatKeyword: "",
      chatAbout: null,
      chats: [],
      shopName: "示例门店",
      language: null,
      locale: null,
      currency: { code: "CNY", before: "¥", after: "", locale: "zh-CN" },
      weekdayRange: { min: 280_000 as Cents, max: 360_000 as Cents },
      weekendRange: { min: 400_000 as Cents, max: 520_000 as Cents },
      cutoff: { hour: 23, minute: 0 },
      dayStartsAt: { hour: 0, minute: 0 },
      amountSource: { kind: "range" },
      closedWeekdays: noWeekdays,
      holidays: "auto",
      holidaysFile: null,
      region: null,
      holidayRanges: false,
      holidayRange: null,
      goals: {},
      fallbackPush: "always",
      importNotify: "per_row",
      alertAfterMinutes: 10,
      feedSilenceMinutes: null,
      remindMinutes: 0,
      reports: { weekly: null, monthly: null },
      isDayStartInDoubt: false,
      backupDir: null,
      backupKeep: 14,
      publicUrl: null,
      access: "open",
      metrics: "private"
    })
    assert.deepStrictEqual(warnings, [
      "shop.json: weekday_range: not set, generated amounts use the built-in range",
      "shop.json: weekend_range: not set, generated amounts use the built-in range",
      "shop.json: fallback_push: not set, so a final day's message is sent again at a start, and at minutes 0 and 1 of each hour until midnight; \"fallback_push\": \"auto\" ends it"
    ])
  })

  it("that generates no amounts needs no ranges, and says nothing about them", () =>
    assert.deepStrictEqual(
      Either.getOrThrow(
        parse("shop.json", "{\"chat_webhook_url\":\"console:\",\"fallback_push\":\"auto\",\"amount_source\":{\"kind\":\"none\"}}")
      ).warnings,
      []
    ))

  it("with a cutoff after midnight and no start of the day warns, and names the line to add", () => {
    assert.deepStrictEqual(read({ cutoff_time: "03:30" }).warnings, [
      "config.json: day_starts_at: not set, so what is taken between midnight and the cutoff at 03:30 is another day than the evening before; " +
      "for a shop that closes after midnight write \"day_starts_at\": \"05:00\", otherwise \"00:00\""
    ])
    for (const settled of [{ cutoff_time: "03:30", day_starts_at: "00:00" }, { cutoff_time: "06:00" }, { cutoff_hour: 23 }])
      assert.deepStrictEqual(read(settled).warnings, [])
    // 系统 shows the line while this holds.
    assert.isTrue(read({ cutoff_time: "03:30" }).config.isDayStartInDoubt)
  })

  // Rule 2.5.
  it("with an unknown member of amount_source warns about it by name", () =>
    assert.deepStrictEqual(read({ amount_source: { kind: "none", patience: 5 } }).warnings, [
      "config.json: \"amount_source.patience\": unknown key, ignored"
    ]))

  // Rule 2.5.
  it("with unknown keys is read, and each is warned about by name", () =>
    assert.deepStrictEqual(read({ cutof_time: "13:18", toString: 1, "a\nb": null }).warnings, [
      "config.json: \"cutof_time\": unknown key, ignored",
      "config.json: \"toString\": unknown key, ignored",
      "config.json: \"a\\nb\": unknown key, ignored"
    ]))

  const cutoffs: ReadonlyArray<readonly [members: Readonly<Record<string, unknown>>, cutoff: string]> = [
    [{}, "23:0"],
    [{ cutoff_hour: 8 }, "8:0"],
    [{ cutoff_hour: 0 }, "0:0"],
    [{ cutoff_time: "13:18" }, "13:18"],
    [{ cutoff_time: "13:18", cutoff_hour: 8 }, "13:18"],
    [{ cutoff_time: "", cutoff_hour: 8 }, "8:0"],
    [{ cutoff_time: null, cutoff_hour: 8 }, "8:0"],
    [{ cutoff_time: "00:00", cutoff_hour: null }, "0:0"],
    [{ cutoff_time: null, cutoff_hour: "" }, "23:0"]
  ]
  // Rule 2.3.
  it.each(cutoffs)("that says %j settles at %s", (members, cutoff) => {
    const { hour, minute } = read(members).config.cutoff
    assert.strictEqual(`${hour}:${minute}`, cutoff)
  })

  // Rule 2.1.
  it.each(["http://127.0.0.1:9999/hook", webhook, "console:"])("may send to %s",
    (address) => assert.deepStrictEqual(faults(parseMembers({ chat_webhook_url: address })), []))
})

// Rule 7.16.
describe("the address of the pages", () => {
  const publicUrl = (text: string) => read({ public_url: text }).config.publicUrl

  it.each([
    ["https://shop.example", "https://shop.example"],
    ["https://shop.example/", "https://shop.example"],
    ["http://192.168.1.20:57778", "http://192.168.1.20:57778"],
    ["https://chain.example/shops/7/", "https://chain.example/shops/7"],
    ["https://店.example/a<b", "https://xn--hxt.example/a%3Cb"]
  ])("%s is %s in messages", (text, address) => assert.strictEqual(publicUrl(text), address))

  it("is not known where the text is empty", () => assert.isNull(publicUrl("")))

  const expected = "expected an http(s) address of at most 500 characters without a name, a password, ? and #, such as " +
    "https://shop.example, or an empty text, got"
  it.each<unknown>([
    "shop.example",
    "ftp://shop.example",
    "https://",
    "https:///enter",
    "https://shop.example//enter",
    "https://shop.example?a=1",
    "https://shop.example/?",
    "https://shop.example/#enter",
    "https://shop.example/a b",
    "https://shop.example\\evil.example",
    " https://shop.example",
    7,
    null
  ])("%j is refused", (found) =>
    assert.deepStrictEqual(faults(parseMembers({ public_url: found })), [
      `config.json: public_url: ${expected} ${JSON.stringify(found)}`
    ]))

  it.each(["https://mei:hush-hush@shop.example", "https://hush-hush@shop.example/a"])("%s is refused and not shown",
    (found) =>
      assert.deepStrictEqual(faults(parseMembers({ public_url: found })), [
        `config.json: public_url: ${expected} something else (not shown: it is a secret)`
      ]))
})

describe("a fault of the configuration file", () => {
  const range = "expected [min, max] amounts with min <= max, such as [2800, 3600], got"
  const currency = "currency: expected the code of a currency by ISO 4217 in capitals, such as \"CNY\" or \"USD\", got"
  const hour = "cutoff_hour: expected a whole hour from 0 to 23, got"
  const time = "cutoff_time: expected a time HH:MM from 00:00 to 23:59, got"
  const cases: ReadonlyArray<readonly [members: Readonly<Record<string, unknown>>, fault: string]> = [
    [{ chat_webhook_url: undefined }, "chat_webhook_url: is required, got nothing"],
    [{ weekday_range: [5, 1] }, `weekday_range: ${range} [5,1]`],
    [{ weekday_range: [1, 2, 3] }, `weekday_range: ${range} [1,2,3]`],
    [{ weekday_range: [1.234, 5] }, `weekday_range: ${range} [1.234,5]`],
    [{ weekday_range: [-1, 5] }, `weekday_range: ${range} [-1,5]`],
    [{ weekday_range: null }, `weekday_range: ${range} null`],
    [{ weekend_range: { min: 1 } }, `weekend_range: ${range} {"min":1}`],
    [{ weekend_range: { min: 2, max: 1 } }, `weekend_range: ${range} {"min":2,"max":1}`],
    [{ weekend_range: "1-2" }, `weekend_range: ${range} "1-2"`],
    [{ cutoff_time: "24:00" }, `${time} "24:00"`],
    [{ cutoff_time: "9:05" }, `${time} "9:05"`],
    [{ cutoff_time: 23 }, `${time} 23`],
    [{ cutoff_time: "13:18", cutoff_hour: 24 }, `${hour} 24`],
    [{ cutoff_hour: -1 }, `${hour} -1`],
    [{ cutoff_hour: 8.5 }, `${hour} 8.5`],
    [{ cutoff_hour: "8" }, `${hour} "8"`],
    [{ shop_name: 5 }, "shop_name: expected a text of at most 100 characters, got 5"],
    [{ chat_keyword: ["日结"] }, "chat_keyword: expected a text of at most 50 characters, got [\"日结\"]"],
    [{ language: "fr" }, "language: expected one of \"zh-CN\" \"en\", got \"fr\""],
    [{ currency: "yuan" }, `${currency} "yuan"`],
    ...["KWD", "BHD", "TND", "OMR", "JOD", "IQD", "LYD", "CLF", "UYW"].filter((code) => isCurrency(code)).map((code) =>
      [
        { currency: code },
        `currency: expected a currency with at most two decimals, because the service keeps no more, got "${code}"`
      ] as const
    ),
    [{ currency: "XYZ" }, `${currency} "XYZ"`],
    [{ currency: 5 }, `${currency} 5`],
    [{ fallback_push: "never" }, "fallback_push: expected one of \"auto\" \"always\", got \"never\""],
    [{ day_starts_at: "12:01" }, "day_starts_at: expected a time HH:MM from 00:00 to 12:00, got \"12:01\""],
    [{ day_starts_at: "4:00" }, "day_starts_at: expected a time HH:MM from 00:00 to 12:00, got \"4:00\""],
    [{ reports: "MON 09:00" }, "reports: expected a JSON object such as {\"weekly\":\"MON 09:00\"}, got \"MON 09:00\""],
    [
      { reports: { weekly: "Mon 09:00" } },
      "reports.weekly: expected a weekday MON to SUN and a time, such as \"MON 09:00\", got \"Mon 09:00\""
    ],
    [
      { reports: { weekly: "MON 24:00" } },
      "reports.weekly: expected a weekday MON to SUN and a time, such as \"MON 09:00\", got \"MON 24:00\""
    ],
    [{ reports: { monthly: "32 09:00" } }, "reports.monthly: expected a day 1 to 31 and a time, such as \"1 09:00\", got \"32 09:00\""],
    [{ reports: { monthly: null } }, "reports.monthly: expected a day 1 to 31 and a time, such as \"1 09:00\", got null"],
    [{ reports: { weekley: "MON 09:00" } }, "reports: expected the members weekly monthly, got \"weekley\""],
    [{ remind_minutes: 721 }, "remind_minutes: expected whole minutes from 0 to 720, got 721"],
    [{ remind_minutes: -1 }, "remind_minutes: expected whole minutes from 0 to 720, got -1"],
    [{ feed_silence_minutes: 721 }, "feed_silence_minutes: expected whole minutes from 0 to 720, got 721"],
    [{ remind_minutes: "60" }, "remind_minutes: expected whole minutes from 0 to 720, got \"60\""],
    [{ amount_source: "none" }, "amount_source: expected a JSON object such as {\"kind\":\"none\"}, got \"none\""],
    [{ amount_source: null }, "amount_source: expected a JSON object such as {\"kind\":\"none\"}, got null"],
    [{ amount_source: {} }, "amount_source.kind: is required, got nothing"],
    [
      { amount_source: { kind: "till" } },
      "amount_source.kind: expected one of \"range\" \"none\" \"command\", got \"till\""
    ],
    [{ holiday_ranges: "yes" }, "holiday_ranges: expected true or false, got \"yes\""],
    [{ holidays: "de" }, "holidays: expected auto, CN, none, or a country or region such as DE, DE-BE or US-CA, got \"de\""],
    [
      { closed_weekdays: ["MONDAY"] },
      "closed_weekdays: expected a list of weekdays with one or more of MON TUE WED THU FRI SAT SUN, got [\"MONDAY\"]"
    ],
    [
      { closed_weekdays: "MON" },
      "closed_weekdays: expected a list of weekdays with one or more of MON TUE WED THU FRI SAT SUN, got \"MON\""
    ],
    [{ holidays_file: [] }, "holidays_file: expected the path of a file, without ~ or $ at its start, or an empty text for none, got []"],
    ...["~/backups", "$HOME/backups"].map((path) =>
      [
        { backup_dir: path },
        `backup_dir: expected the path of a folder, without ~ or $ at its start, or an empty text for none, got "${path}"`
      ] as const
    ),
    [{ import_notify: true }, "import_notify: expected one of \"per_row\" \"digest\" \"none\", got true"]
  ]
  it.each(cases)("in %j is named with file, key, what is expected and what was found",
    (members, fault) => assert.deepStrictEqual(faults(parseMembers(members)), [`config.json: ${fault}`]))

  it("is reported together with all others", () =>
    assert.deepStrictEqual(
      faults(parseMembers({ chat_webhook_url: undefined, cutoff_time: "25:00", shop_name: 5 })),
      [
        "config.json: chat_webhook_url: is required, got nothing",
        "config.json: shop_name: expected a text of at most 100 characters, got 5",
        "config.json: cutoff_time: expected a time HH:MM from 00:00 to 23:59, got \"25:00\""
      ]
    ))

  const texts: ReadonlyArray<readonly [text: string, fault: string]> = [
    ["{\"chat_secret\": \"hush-hush\",}", "expected JSON, got a text that is not JSON from line 1, column 29 on"],
    ["", "expected JSON, got a text that is not JSON from line 1, column 1 on"],
    ["[1]", "expected a JSON object, got a list"],
    ["null", "expected a JSON object, got null"],
    ["\"hush-hush\"", "expected a JSON object, got a string"],
    ["5", "expected a JSON object, got a number"]
  ]
  // Rule 3.15.
  it("is a key that stands twice", () => {
    const twice = (text: string) => faults(parse("config.json", text))
    assert.deepStrictEqual(twice("{\"cutoff_time\": \"22:00\", \"cutoff_time\": \"23:00\", \"chat_webhook_url\": \"console:\"}"), [
      "config.json: cutoff_time: expected one value, got more: the key stands twice"
    ])
    assert.deepStrictEqual(twice("{\"weekday_range\": {\"min\": 1, \"max\": 2, \"min\": 3}}"), [
      "config.json: weekday_range.min: expected one value, got more: the key stands twice"
    ])
  })

  it.each(texts)("is the whole of %j",
    (text, fault) => assert.deepStrictEqual(faults(parse("config.json", text)), [`config.json: ${fault}`]))

  it("in an empty secret says that it is empty", () => {
    assert.deepStrictEqual(faults(parseMembers({ chat_webhook_url: "" })), [
      "config.json: chat_webhook_url: expected \"console:\" or the https address of a chat bot, got an empty text"
    ])
  })

  const secrets: ReadonlyArray<readonly [key: string, value: unknown]> = [
    ["chat_webhook_url", "ftp://hush-hush"],
    ["chat_webhook_url", "hush-hush"],
    ["chat_webhook_url", ["https://hush-hush"]],
    ["chat_webhook_url", " https://hush-hush"],
    ["chat_secret", ["hush-hush"]],
    ["chat_secret", { secret: "hush-hush" }]
  ]
  // Rule 2.7.
  it.each(secrets)("in the secret %s never shows what was found", (key, value) => {
    const [line, ...others] = faults(parseMembers({ [key]: value }))
    assert.deepStrictEqual(others, [])
    assert.match(line ?? "", new RegExp(`^config\\.json: ${key}: expected .*, got something else \\(not shown: it is a secret\\)$`))
    assert.notInclude(line ?? "", "hush-hush")
  })
})

describe("a configuration that was read", () => {
  it("shows no secret when it is printed", () => {
    const printed = JSON.stringify(read({ chat_webhook_url: webhook, chat_secret: "signing" }))
    assert.notInclude(printed, "f00-ba2")
    assert.notInclude(printed, "signing")
  })

  it("reads the range of holidays, and warns that it has no effect alone", () => {
    const { config, warnings } = read({ holiday_ranges: true, holiday_range: [5, 6] })
    assert.deepStrictEqual([config.holidayRanges, config.holidayRange, warnings], [true, { min: 500 as Cents, max: 600 as Cents }, []])
    assert.deepStrictEqual(read({ holiday_range: [5, 6] }).warnings, [
      "config.json: holiday_range: no effect, because holiday_ranges is not true"
    ])
  })

  // Rule 5.18.
  it("takes 0 minutes until a till counts as silent as not set", () =>
    assert.isNull(read({ feed_silence_minutes: 0 }).config.feedSilenceMinutes))

  it("warns that a file of holidays has no effect where the shop keeps none", () =>
    assert.deepStrictEqual(read({ holidays: "none", holidays_file: "holidays.json" }).warnings, [
      "config.json: holidays_file: no effect, because holidays is \"none\""
    ]))

  it("names the keys whose value has changed", () => {
    const before = read({ cutoff_time: "23:00", shop_name: "一号店", chat_secret: "a", chat_keyword: "" })
    const after = read({ cutoff_time: "13:18", shop_name: "一号店", chat_secret: "b", import_notify: "none" })
    assert.deepStrictEqual(changedKeys(before, after), ["cutoff_time", "chat_secret", "chat_keyword", "import_notify"])
    assert.deepStrictEqual(changedKeys(before, before), [])
    assert.deepStrictEqual(changedKeys(read({ weekday_range: [1, 2] }), read({ weekday_range: [1, 3] })), ["weekday_range"])
  })

  it("names the keys that are no settings, and never as changed", () => {
    const before = read({ chat_secret: "a" })
    const after = read({ chat_secrt: "a" })
    assert.deepStrictEqual(changedKeys(before, after), ["chat_secret"])
    assert.deepStrictEqual([before.unknownKeys, after.unknownKeys], [[], ["chat_secrt"]])
  })
})
