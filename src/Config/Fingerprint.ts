import { Option, Redacted } from "effect"
import { createHash } from "node:crypto"
import type { Environment } from "./Environment.ts"
import type { ShopConfig } from "./ShopConfig.ts"

/** Settings whose key in the file is not their name in snake case. */
const keys: Readonly<Record<string, string>> = { webhookUrl: "chat_webhook_url", cutoff: "cutoff_time" }

const keyOf = (name: string): string => keys[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A value as JSON, with its secrets in plain text; calls `secret` for each of them. */
const plain = (value: unknown, secret: () => void): unknown => {
  if (Redacted.isRedacted(value)) {
    secret()
    return Redacted.value(value)
  }
  if (Array.isArray(value)) return value.map((member) => plain(member, secret))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member, secret)]))
    : value
}

const digits = 8
/** 8 bits: they show a difference in 255 of 256 cases, and give a reader of the database almost nothing to guess the secret with. */
const digitsOfSecrets = 2

const hash = (key: string, value: unknown): string => {
  let secrets = 0
  const text = JSON.stringify([key, plain(value, () => secrets += 1)])
  return createHash("sha256").update(text).digest("hex").slice(0, secrets === 0 ? digits : digitsOfSecrets)
}

/**
 * A short hash of each setting that all replicas of a shop must share, by its key: the whole configuration file with its
 * defaults, the zone and the admin token.
 */
export const fingerprintOf = (
  config: ShopConfig,
  { process: { adminToken }, shop: { zone } }: Environment
): Readonly<Record<string, string>> => {
  const settings: ReadonlyArray<readonly [string, unknown]> = [
    ...Object.entries(config).map(([name, value]) => [keyOf(name), value] as const),
    ["TZ", zone.id],
    ["ADMIN_TOKEN", Option.getOrNull(adminToken)]
  ]
  return Object.fromEntries(settings.map(([key, value]) => [key, hash(key, value)]))
}

/** The keys of settings that are not the same everywhere, in the order in which they are found. */
export const differingKeys = (replicas: ReadonlyArray<{ readonly settings: Readonly<Record<string, string>> }>): ReadonlyArray<string> =>
  [...new Set(replicas.flatMap(({ settings }) => Object.keys(settings)))]
    .filter((key) => new Set(replicas.map(({ settings }) => settings[key])).size > 1)
