import { Schema } from "effect"
import { textUpTo } from "../Domain/Text.ts"
import { Attempt } from "./Values.ts"

/** Values as `config.json` has them. The JSON Schema of `Schema.Unknown` has an `$id`, which a document may contain only once. */
const members = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({ jsonSchema: { type: "object" } })

/** The settings of `config.json` without credentials (rule 1.19). */
export const ShopSettings = Schema.Struct({
  file: Schema.String.annotations({ description: "the name of the file" }),
  hash: Schema.String.annotations({ description: "SHA-256 of the file, which a change names" }),
  kept: Schema.NullOr(Schema.Literal("server", "link", "owner", "kept")).annotations({
    description:
      "why the service does not write the file: processes on a server may share it, others can write a link, another user owns it, the system keeps it; null if it does"
  }),
  set: members.annotations({
    description: "the keys that the file has; a credential is `\u2026`, and an address that is one ends with it"
  }),
  default: members.annotations({ description: "what counts for a key that is not set; null for none" })
}).annotations({ identifier: "ShopSettings" })

const hash = Schema.String.pipe(Schema.pattern(/^[\da-f]{64}$/))

const set = members.annotations({
  description:
    "values by their keys, as `config.json` has them; null takes a key out. What the page saw of a credential keeps it; a chat that was renamed has its former name in `was`"
})

const example = { hash: "0".repeat(64), set: { shop_name: "\u6211\u7684\u5e97", cutoff_time: "22:00" } }

export const SettingsChange = Schema.Struct({ hash, set, actor: Schema.optionalWith(textUpTo(64), { exact: true }) }).annotations({
  identifier: "SettingsChange",
  parseOptions: { errors: "all" },
  examples: [example]
})

export const SettingsStored = Schema.Struct({
  ok: Schema.Literal(true),
  changed: Schema.Array(Schema.String).annotations({ description: "keys whose value has changed" }),
  settings: ShopSettings
})

export const SettingsTry = Schema.Struct({
  hash,
  set,
  chat: textUpTo(32).annotations({ description: "the name of the chat that gets a test message" })
}).annotations({ identifier: "SettingsTry", parseOptions: { errors: "all" }, examples: [{ ...example, chat: "chat" }] })

export const SettingsTried = Schema.Struct({
  ok: Schema.Literal(true),
  attempts: Schema.Array(Attempt).annotations({ description: "every format that was tried, the delivered one last" })
})
