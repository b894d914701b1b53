import { Command, Options, Prompt } from "@effect/cli"
import { Effect, Either, Option } from "effect"
import { randomBytes } from "node:crypto"
import { text as textOf } from "node:stream/consumers"
import { firstRunWords } from "../../words/command/FirstRun.ts"
import { faultWords } from "../../words/Faults.ts"
import { newShopWords } from "../../words/NewShop.ts"
import type { Fault } from "../Codes/Fault.ts"
import { consoleBot, isObject, weekdays } from "../Config/Forms.ts"
import { addressesAt } from "../Config/Network.ts"
import { currencyIn, formatMoney, signOf } from "../Domain/Amount.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import { type Language, languages } from "../Domain/Language.ts"
import { groupingOf, signsOf, typedCents } from "../Domain/TypedAmount.ts"
import { packageRoot } from "../Package.ts"
import { type Known, readKnown, write } from "../Setup.ts"
import {
  type Answers,
  changedMembers,
  dayStartAfter,
  endsAfterMidnight,
  faultsOf,
  faultsOfMembers,
  faultsOfZone,
  isOwn,
  keptKeys,
  membersOf
} from "../Setup/Answers.ts"
import { placeAt } from "../Setup/Place.ts"
import { languageOfTerminal } from "../Startup/TerminalLanguage.ts"
import { type CommandOutcome, lines, printing, Refused, WrongUsage } from "./Output.ts"
import { json } from "./Words.ts"

const words = { ...firstRunWords, ...newShopWords }

/** A sentence of `turnover setup`. */
export const sayIn = (language: Language) => (key: keyof typeof words, values: Readonly<Record<string, string>> = {}): string =>
  words[key][language === "en" ? "en" : "zh"].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")

/** Why an answer is refused. The English sentence also says what was found. */
export const sentenceOf = (language: Language) => ({ code, message, params }: Fault): string =>
  language === "en"
    ? message
    : faultWords[`fault.${code}`].zh.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""))

const given = (name: string, description: string) => Options.text(name).pipe(Options.withDescription(description), Options.optional)

const options = {
  shopName: given("shop-name", "The shop's name"),
  cutoff: given("cutoff", "When the day is settled, HH:MM"),
  dayStart: given("day-starts-at", "With a cutoff after midnight: when the next day begins, HH:MM"),
  closed: given("closed", "The weekly closing days, such as MON or SAT,SUN; none for none"),
  withoutFigure: Options.choice("without-figure", ["wait", "estimate"] as const).pipe(
    Options.withDescription("What a day gets that nobody enters: it waits for a person, or an estimate"),
    Options.optional
  ),
  usual: given("usual", "With estimate: the usual amounts of a weekday and a weekend day, such as 3200,4600"),
  chat: given("chat", "Address of the chat's bot; an empty text prints messages, - reads it from standard input"),
  zone: given("time-zone", "The shop's time zone, such as Europe/Berlin"),
  currency: given("currency", "The currency by ISO 4217, such as EUR"),
  locale: given("locale", "How numbers are written by BCP 47, such as de-DE"),
  language: Options.choice("language", languages).pipe(Options.withDescription("The language of messages and pages"), Options.optional),
  replace: Options.boolean("replace").pipe(Options.withDescription("Without a terminal: write over the settings of a shop that are there"))
}

/** How the service is started from here: in its own checkout, from npm's folder of a project, or installed in the system. */
const startCommand = packageRoot === process.cwd() ? "npm start" : packageRoot.includes("node_modules") ? "npx turnover" : "turnover"

type Given = { readonly [K in Exclude<keyof typeof options, "replace">]: Option.Option<string> }

const isTerminal = process.stdin.isTTY && process.stdout.isTTY

/** `9:30` as `09:30`; `22` and `2200` as `22:00`; any other text as it is. */
export const timeIn = (text: string): string => {
  const [, hour = "", minute = "00"] = /^\s*(\d{1,2})(?:[:\uff1a.](\d{2}))?\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text) ?? []
  return hour === "" ? text : `${hour.padStart(2, "0")}:${minute}`
}

type Place = Pick<Answers, "currency" | "language" | "locale" | "zone">

/** A usual amount as it is typed in the place. */
export const usualIn = (text: string, { currency, language, locale }: Place): number | undefined => {
  const symbol = signOf(currencyIn(language, currency, locale))
  const cents = typedCents(text, {
    signs: signsOf({ code: currency, symbol }),
    grouping: groupingOf(locale),
    isWhole: decimalsOf(currency) === 0
  })
  return cents === undefined || cents === 0 ? undefined : cents / 100
}

/** An amount as the place writes it: `1.234,50 €`. */
export const sampleOf = ({ currency, language, locale }: Place): string => formatMoney(123_450, currencyIn(language, currency, locale))

type Read<A> = (text: string) => Either.Either<A, string>

/** The answer of an option, or of the person at the terminal. */
const answerIn = (language: Language) => <A>(option: Option.Option<string>, name: string, read: Read<A>, prompt: Prompt.Prompt<string>) =>
  Option.match(option, {
    onSome: (text) => Either.mapLeft(read(text), (why) => new WrongUsage({ message: sayIn(language)("first.bad", { name, why }) })),
    onNone: () =>
      isTerminal
        ? Effect.flatMap(Prompt.run(prompt), (text) => Effect.orDieWith(read(text), (message) => new Error(message)))
        : new WrongUsage({ message: sayIn(language)("first.missing", { name }) })
  })

const asking = <A>(message: string, fallback: string, read: Read<A>) =>
  Prompt.text({
    message,
    default: fallback,
    validate: (text) => Either.match(read(text), { onLeft: Effect.fail<string>, onRight: () => Effect.succeed(text) })
  })

/** Enter alone takes the first choice, so what the settings say already comes first. */
const choicesFrom = <A extends string>(choices: ReadonlyArray<{ readonly value: A; readonly title: string }>, known: string) =>
  choices.toSorted((one, other) => Number(other.value === known) - Number(one.value === known))

const textIn = (value: unknown, fallback: string): string => typeof value === "string" && value !== "" ? value : fallback

const listIn = (text: string): ReadonlyArray<string> => text === "none" || text === "" ? [] : text.split(",")

/** Reads one member of `config.json`, by the setting's own check. */
const memberIn = (language: Language) => (key: string, read = (text: string): unknown => text): Read<string> => (text) => {
  const [fault] = faultsOfMembers({ chat_webhook_url: consoleBot, [key]: read(text) })
  return fault === undefined ? Either.right(text) : Either.left(sentenceOf(language)(fault))
}

/** Where the shop is: by the options, the settings that are there, and the machine; what none of them says is asked. */
const placeIn = ({ currency, locale, zone }: Given, language: Language, { members, zone: knownZone }: Known) =>
  Effect.gen(function*() {
    const say = sayIn(language)
    const answer = answerIn(language)
    const member = memberIn(language)
    const zoneIn: Read<string> = (text) => {
      const [fault] = faultsOfZone(text)
      return fault === undefined ? Either.right(text) : Either.left(sentenceOf(language)(fault))
    }
    const given = Option.orElse(zone, () => Option.fromNullable(knownZone))
    const there = yield* answer(given, "time-zone", zoneIn, asking(say("new.zone"), language === "en" ? "" : "Asia/Shanghai", zoneIn))
    const found = placeAt(there, language)
    const kept = (key: "currency" | "locale") => isOwn(members) ? textIn(members[key], found[key] ?? "") : found[key] ?? ""
    const currencyIn = member("currency")
    const proposed = Option.orElse(currency, () => kept("currency") === "" ? Option.none() : Option.some(kept("currency")))
    const none = found.refused === null ? say("new.currency") : say("new.currency.refused", { currency: found.refused })
    return {
      zone: there,
      language,
      currency: yield* answer(proposed, "currency", currencyIn, asking(none, "", currencyIn)),
      locale: yield* answer(Option.some(Option.getOrElse(locale, () => kept("locale"))), "locale", member("locale"), Prompt.succeed(""))
    } satisfies Place
  })

/** The answers about the shop. */
const answersIn = (given: Given, { members: known, password }: Known, place: Place) =>
  Effect.gen(function*() {
    const { language } = place
    const say = sayIn(language)
    const answer = answerIn(language)
    const member = memberIn(language)
    const nameIn: Read<string> = (text) => text.trim() === "" ? Either.left(say("first.bad.name")) : member("shop_name")(text)
    const shopName = yield* answer(given.shopName, "shop-name", nameIn,
      asking(say("new.name"), isOwn(known) ? textIn(known["shop_name"], "") : say("new.name.example"), nameIn))
    const time = (key: string): Read<string> => (text) => Either.map(member(key, timeIn)(text), timeIn)
    const cutoff = yield* answer(given.cutoff, "cutoff", time("cutoff_time"),
      asking(say("new.cutoff"), textIn(known["cutoff_time"], "23:00"), time("cutoff_time")))
    const dayStart = !endsAfterMidnight(cutoff) ?
      undefined :
      yield* answer(given.dayStart, "day-starts-at", time("day_starts_at"),
        asking(say("new.start"), textIn(known["day_starts_at"], dayStartAfter(cutoff)), time("day_starts_at")))
    const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" })
    const closedBefore = Array.isArray(known["closed_weekdays"]) ? known["closed_weekdays"].map(String) : []
    const closed = Option.isNone(given.closed) && isTerminal
      ? yield* Prompt.run(Prompt.multiSelect<string>({
        message: say("new.closed"),
        choices: weekdays.map((value, at) => ({
          value,
          title: weekday.format(at * 86_400_000 + 4 * 86_400_000),
          selected: closedBefore.includes(value)
        }))
      }))
      : listIn(yield* answer(given.closed, "closed", member("closed_weekdays", listIn), Prompt.succeed("")))
    const withoutFigure = yield* answer(given.withoutFigure, "without-figure",
      (text) => Either.right(text === "estimate" ? "estimate" as const : "wait" as const), Prompt.select<string>({
        message: say("new.without"),
        choices: choicesFrom((["wait", "estimate"] as const).map((value) => ({ value, title: say(`new.without.${value}`) })),
          isOwn(known) && isObject(known["amount_source"]) && known["amount_source"]["kind"] === "range" ? "estimate" : "wait")
      }))
    const amountIn = (text: string) => Either.fromNullable(usualIn(text, place), () => say("first.bad.amount"))
    const amountsIn = (text: string) =>
      Either.map(Either.all(text.split(",").map(amountIn)), ([weekday = 0, weekend = weekday]) => [weekday, weekend] as const)
    const usual = withoutFigure === "wait" ? null : Option.isSome(given.usual)
      ? yield* answer(given.usual, "usual", amountsIn, Prompt.succeed(""))
      : [
        yield* answer(Option.none(), "usual", amountIn, asking(say("new.usual.weekday"), "3200", amountIn)),
        yield* answer(Option.none(), "usual", amountIn, asking(say("new.usual.weekend"), "4600", amountIn))
      ] as const
    const others = { ...place, shopName, cutoff, dayStart, closed, withoutFigure, usual }
    const chatIn: Read<string> = (text) => {
      const [fault] = faultsOfMembers(membersOf(known, { ...others, chat: text.trim() }))
      return fault === undefined ? Either.right(text.trim()) : Either.left(say("first.bad.chat", { fault: sentenceOf(language)(fault) }))
    }
    const isInput = Option.isSome(given.chat) && given.chat.value === "-"
    const chatGiven = isInput ? Option.some((yield* Effect.promise(() => textOf(process.stdin))).trim()) : given.chat
    const knownChat = known["chat_webhook_url"] === consoleBot ? "" : textIn(known["chat_webhook_url"], "")
    const chat = yield* answer(chatGiven, "chat", chatIn, asking(say("first.chat"), isOwn(known) ? knownChat : "", chatIn))
    return {
      ...others,
      chat,
      password: password === undefined ? randomBytes(24).toString("base64url") : undefined
    } satisfies Answers
  })

const setUp = ({ replace, ...given }: Given & { readonly replace: boolean }) =>
  Effect.gen(function*() {
    const { env } = process
    const language = Option.match(given.language, {
      onNone: () => languageOfTerminal(env),
      onSome: (text): Language => text === "en" ? "en" : "zh-CN"
    })
    const say = sayIn(language)
    const known = yield* readKnown(env)
    const isKept = isOwn(known.members) && !isTerminal && !replace
    const exists = new Refused({
      code: "settings_exist",
      message: say("first.exists", { file: known.file, shop: String(known.members["shop_name"]) })
    })
    if (isKept && known.password !== undefined) return yield* exists
    const place = yield* placeIn(given, language, known)
    if (isTerminal)
      yield* Effect.sync(() =>
        process.stdout.write(
          lines(say("first.begin"), say("first.place", { zone: place.zone, currency: place.currency, sample: sampleOf(place) }))
        )
      )
    const answers = yield* answersIn(given, known, place)
    const [fault] = faultsOf(known.members, answers)
    if (fault !== undefined) return yield* new WrongUsage({ message: `${fault.field}: ${sentenceOf(language)(fault)}` })
    // A run that ended after this file wrote the same answers: what it left to do is the other file.
    if (isKept && changedMembers(known.members, membersOf(known.members, answers)).length > 0) return yield* exists
    const { left, written: files } = yield* write(known, answers)
    const written = files.length === 0 ? [] : [say("first.written", { files: files.join(", ") })]
    if (left !== undefined) {
      const { because: { found, why }, file } = left
      return yield* new Refused({
        code: "not_replaced",
        message: [...written, say(`first.left.${why}`, { file, found }), ...left.lines].join("\n")
      })
    }
    const kept = keptKeys(known.members, answers.withoutFigure === "estimate")
    const { here, phones } = addressesAt(known.port)
    return {
      ok: true,
      text: lines(
        ...written,
        ...(isOwn(known.members) && kept.length > 0 ? [say("first.kept", { keys: kept.join(", ") })] : []),
        answers.password === undefined
          ? say(known.password === "environment" ? "first.token.environment" : "first.token.kept")
          : say("first.token", { token: answers.password }),
        say("first.start", { command: startCommand }),
        say("first.here", { address: here }),
        ...(phones.length === 0 ? [] : [say("first.phones", { addresses: phones.join("  ") })]),
        say("first.next")
      ),
      json: { files, kept, token: answers.password ?? null, addresses: [here, ...phones] }
    } satisfies CommandOutcome
  })

export const command = Command.make("setup", { ...options, json }, ({ json, ...given }) => printing(json)(setUp(given))).pipe(
  Command.withDescription("Write config.json and .env from the answers about a shop")
)
