import { localeOf } from "../Config/ShopLocale.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import type { Language } from "../Domain/Language.ts"

/** Where a shop is, as far as its time zone says it. */
export interface Place {
  readonly zone: string
  /** The currency there; null where the zone does not say, or where the service does not keep its decimals. */
  readonly currency: string | null
  /** The currency there that has more decimals than the service keeps. */
  readonly refused: string | null
  /** How numbers are written. */
  readonly locale: string
}

/** Zones by their currency: the shop is where its clock is. A country with several currencies in use is left out. */
const currencies: Readonly<Record<string, RegExp>> = {
  AED: /^Asia\/Dubai$/,
  ARS: /^America\/(Argentina\/|Buenos_Aires$)/,
  AUD: /^Australia\//,
  BHD: /^Asia\/Bahrain$/,
  BRL:
    /^America\/(Araguaina|Bahia|Belem|Boa_Vista|Campo_Grande|Cuiaba|Fortaleza|Maceio|Manaus|Noronha|Porto_Velho|Recife|Rio_Branco|Sao_Paulo)$/,
  CAD: /^America\/(Toronto|Vancouver|Montreal|Halifax|Winnipeg|Edmonton|Regina|St_Johns)$/,
  CHF: /^Europe\/(Vaduz|Zurich)$/,
  CLP: /^America\/Santiago$/,
  CNY: /^(Asia\/(Shanghai|Urumqi|Chongqing|Chungking|Harbin|Kashgar)|PRC)$/,
  COP: /^America\/Bogota$/,
  CZK: /^Europe\/Prague$/,
  DKK: /^Europe\/Copenhagen$/,
  EGP: /^Africa\/Cairo$/,
  EUR:
    /^Europe\/(Amsterdam|Andorra|Athens|Berlin|Bratislava|Brussels|Busingen|Dublin|Helsinki|Lisbon|Ljubljana|Luxembourg|Madrid|Malta|Monaco|Paris|Riga|Rome|San_Marino|Sofia|Tallinn|Vatican|Vienna|Vilnius|Zagreb)$|^Atlantic\/(Azores|Canary|Madeira)$/,
  GBP: /^Europe\/London$/,
  HKD: /^(Asia\/Hong_Kong|Hongkong)$/,
  HUF: /^Europe\/Budapest$/,
  IDR: /^Asia\/(Jakarta|Jayapura|Makassar|Pontianak)$/,
  ILS: /^Asia\/(Jerusalem|Tel_Aviv)$/,
  INR: /^Asia\/(Calcutta|Kolkata)$/,
  IQD: /^Asia\/Baghdad$/,
  ISK: /^Atlantic\/Reykjavik$/,
  JOD: /^Asia\/Amman$/,
  JPY: /^(Asia\/Tokyo|Japan)$/,
  KES: /^Africa\/Nairobi$/,
  KRW: /^Asia\/Seoul$/,
  KWD: /^Asia\/Kuwait$/,
  LYD: /^Africa\/Tripoli$/,
  MXN: /^America\/(Cancun|Hermosillo|Mexico_City|Monterrey|Tijuana)$/,
  MYR: /^Asia\/Kuala_Lumpur$/,
  NGN: /^Africa\/Lagos$/,
  NOK: /^Europe\/Oslo$/,
  NZD: /^Pacific\/Auckland$/,
  OMR: /^Asia\/Muscat$/,
  PEN: /^America\/Lima$/,
  PHP: /^Asia\/Manila$/,
  PLN: /^Europe\/Warsaw$/,
  QAR: /^Asia\/Qatar$/,
  RON: /^Europe\/Bucharest$/,
  SAR: /^Asia\/Riyadh$/,
  SEK: /^Europe\/Stockholm$/,
  SGD: /^Asia\/Singapore$/,
  THB: /^Asia\/Bangkok$/,
  TND: /^Africa\/Tunis$/,
  TRY: /^(Europe|Asia)\/Istanbul$/,
  TWD: /^Asia\/Taipei$/,
  UAH: /^Europe\/(Kiev|Kyiv)$/,
  USD: /^(America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Boise|Anchorage|Indiana\/.*|Kentucky\/.*)|Pacific\/Honolulu)$/,
  VND: /^Asia\/(Ho_Chi_Minh|Saigon)$/,
  ZAR: /^Africa\/Johannesburg$/
}

/** What a zone says of the currency and of how numbers are written. */
export const placeAt = (zone: string, language: Language): Place => {
  const there = Object.entries(currencies).find(([, zones]) => zones.test(zone))?.[0] ?? null
  const isRefused = there !== null && decimalsOf(there) > 2
  return { zone, currency: isRefused ? null : there, refused: isRefused ? there : null, locale: localeOf(language, zone) }
}

/** The zone of a machine's clock; undefined where it is at UTC, as on many servers and in containers, where no shop is. */
export const machineZone = (zone: string): string | undefined => /^(?:UTC|UCT|Universal|Zulu|GMT.*|Etc\/.*)$/.test(zone) ? undefined : zone
