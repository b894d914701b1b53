import { Schema } from "effect"
import { locales } from "../Domain/Amount.ts"
import { expecting } from "../Domain/Fault.ts"
import type { Language } from "../Domain/Language.ts"

const expected = expecting("locale", "a language with its country by BCP 47, such as \"de-DE\" or \"en-GB\"")

/** Far above any tag in use; `Intl` knows one of any length. */
const longestTag = 64

const isKnown = (tag: string): boolean => {
  try {
    return tag.length <= longestTag && Intl.NumberFormat.supportedLocalesOf(tag).length === 1
  } catch {
    return false
  }
}

/** The digits are 0 to 9 in every locale: those that a keyboard types and a till prints. */
const plainDigits = (tag: string): string =>
  new Intl.NumberFormat(tag).resolvedOptions().numberingSystem === "latn"
    ? new Intl.Locale(tag).toString()
    : new Intl.Locale(tag, { numberingSystem: "latn" }).toString()

export const localeTag = Schema.transform(
  Schema.String.pipe(Schema.filter(isKnown, expected)).annotations(expected),
  Schema.String,
  { strict: true, decode: plainDigits, encode: (tag) => tag }
)

/** Zones of countries that write numbers otherwise than English and Chinese do, by the tag of the country. */
const zones: Readonly<Record<string, string>> = {
  "bg-BG": "Europe/Sofia",
  "cs-CZ": "Europe/Prague",
  "da-DK": "Europe/Copenhagen",
  "de-AT": "Europe/Vienna",
  "de-CH": "Europe/Zurich",
  "de-DE": "Europe/Berlin Europe/Busingen",
  "de-LI": "Europe/Vaduz",
  "el-GR": "Europe/Athens",
  "es-AR": "America/Argentina/Buenos_Aires",
  "es-CL": "America/Santiago",
  "es-CO": "America/Bogota",
  "es-ES": "Europe/Madrid Africa/Ceuta Atlantic/Canary",
  "et-EE": "Europe/Tallinn",
  "fi-FI": "Europe/Helsinki",
  "fr-FR": "Europe/Paris",
  "fr-LU": "Europe/Luxembourg",
  "hr-HR": "Europe/Zagreb",
  "hu-HU": "Europe/Budapest",
  "id-ID": "Asia/Jakarta",
  "it-IT": "Europe/Rome",
  "lt-LT": "Europe/Vilnius",
  "lv-LV": "Europe/Riga",
  "nb-NO": "Europe/Oslo",
  "nl-BE": "Europe/Brussels",
  "nl-NL": "Europe/Amsterdam",
  "pl-PL": "Europe/Warsaw",
  "pt-BR": "America/Sao_Paulo",
  "pt-PT": "Europe/Lisbon Atlantic/Azores Atlantic/Madeira",
  "ro-RO": "Europe/Bucharest",
  "ru-RU": "Europe/Moscow",
  "sk-SK": "Europe/Bratislava",
  "sl-SI": "Europe/Ljubljana",
  "sv-SE": "Europe/Stockholm",
  "tr-TR": "Europe/Istanbul",
  "uk-UA": "Europe/Kyiv Europe/Kiev",
  "vi-VN": "Asia/Ho_Chi_Minh Asia/Saigon"
}

/** Who does not set a locale has that of the zone's country, as a phone there has; elsewhere that of the language. */
export const localeOf = (language: Language, zone: string): string =>
  Object.entries(zones).find(([, names]) => names.split(" ").includes(zone))?.[0] ?? locales[language]
