import { Command, Options, Prompt } from "@effect/cli"
import { DateTime, Effect, Either, Option } from "effect"
import { randomBytes } from "node:crypto"
import { text as textOf } from "node:stream/consumers"
import { parseEnv } from "node:util"
import { holdsCredential } from "../Config/Credentials.ts"
import { consoleBot, isObject } from "../Config/Forms.ts"
import { InvalidConfig } from "../Config/InvalidConfig.ts"
import { parseJson } from "../Config/JsonText.ts"
import { addressesAt } from "../Config/Network.ts"
import { settings } from "../Config/Settings.ts"
import { readTextFileIfThere } from "../Config/TextFile.ts"
import { replaceSettings } from "../Config/WholeFile.ts"
import { isCurrency } from "../Domain/Amount.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import { type Language, languages } from "../Domain/Language.ts"
import { packageRoot } from "../Package.ts"
import { languageOfTerminal } from "../Startup/TerminalLanguage.ts"
import { type CommandOutcome, lines, printing, Refused, WrongUsage } from "./Output.ts"
import {
  type Answers,
  changedLines,
  changedMembers,
  closingDays,
  configMembers,
  faultIn,
  isOwn,
  keptKeys,
  machineZone,
  type Place,
  placeAt,
  refusalIn,
  sampleOf,
  sayIn,
  timeIn,
  usualIn,
  withVariables
} from "./SetupPlan.ts"
import { json } from "./Words.ts"

const given = (name: string, description: string) => Options.text(name).pipe(Options.withDescription(description), Options.optional)

const options = {
  shopName: given("shop-name", "The shop's name"),
  cutoff: given("cutoff", "When the day is settled, HH:MM"),
  closed: Options.choice("closed", closingDays).pipe(Options.withDescription("The weekly closing day"), Options.optional),
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

/** The answer of an option, or of the person at the terminal. */
const answerIn = (language: Language) =>
<A>(
  option: Option.Option<string>,
  name: string,
  read: (text: string) => Either.Either<A, string>,
  prompt: Prompt.Prompt<string>
) =>
  Option.match(option, {
    onSome: (text) =>
      Either.mapLeft(read(text), (why) =>
        // The address of a chat is a credential.
        new WrongUsage({ message: refusalIn(language)(name, why, name === "chat" ? undefined : text) })),
    onNone: () =>
      isTerminal
        ? Effect.flatMap(Prompt.run(prompt), (text) => Effect.orDieWith(read(text), (message) => new Error(message)))
        : new WrongUsage({ message: sayIn(language)("first.missing", { name }) })
  })

const asking = <A>(message: string, fallback: string, read: (text: string) => Either.Either<A, string>) =>
  Prompt.text({
    message,
    default: fallback,
    validate: (text) => Either.match(read(text), { onLeft: Effect.fail<string>, onRight: () => Effect.succeed(text) })
  })

/** Enter alone takes the first choice, so what the settings say already comes first. */
const choicesFrom = <A extends string>(choices: ReadonlyArray<{ readonly value: A; readonly title: string }>, known: string) =>
  choices.toSorted((one, other) => Number(other.value === known) - Number(one.value === known))

const textIn = (value: unknown, fallback: string): string => typeof value === "string" && value !== "" ? value : fallback

/** The place of the flags over the machine's. */
const placeIn = (
  { currency, locale, zone }: Given,
  language: Language,
  known: Readonly<Record<string, unknown>>,
  knownZone: string | undefined
) =>
  Effect.gen(function*() {
    const found = placeAt(
      Option.getOrElse(zone, () => knownZone ?? machineZone(Intl.DateTimeFormat().resolvedOptions().timeZone)),
      language
    )
    const kept = (key: "currency" | "locale") => isOwn(known) ? textIn(known[key], found[key]) : found[key]
    const place: Place = {
      ...found,
      currency: Option.getOrElse(currency, () => kept("currency")),
      locale: Option.getOrElse(locale, () => kept("locale"))
    }
    const say = sayIn(language)
    const refusal = refusalIn(language)
    if (Option.isNone(DateTime.zoneMakeNamed(place.zone)))
      return yield* new WrongUsage({ message: refusal("time-zone", say("first.bad.zone"), place.zone) })
    if (!isCurrency(place.currency))
      return yield* new WrongUsage({ message: refusal("currency", say("first.bad.currency"), place.currency) })
    if (decimalsOf(place.currency) > 2)
      return yield* new WrongUsage({ message: refusal("currency", say("first.bad.decimals"), place.currency) })
    if (Either.isLeft(settings.locale.read(place.locale)))
      return yield* new WrongUsage({ message: refusal("locale", say("first.bad.locale"), place.locale) })
    return place
  })

/** The five answers. */
const answersIn = (
  given: Given,
  known: Readonly<Record<string, unknown>>,
  place: Place,
  members: (answers: Answers) => Readonly<Record<string, unknown>>
) =>
  Effect.gen(function*() {
    const { language } = place
    const say = sayIn(language)
    const answer = answerIn(language)
    const nameIn = (text: string) => /^\s*\S.{0,99}$/.test(text) ? Either.right(text.trim()) : Either.left(say("first.bad.name"))
    const shopName = yield* answer(given.shopName, "shop-name", nameIn,
      asking(say("first.name"), isOwn(known) ? textIn(known["shop_name"], "") : language === "en" ? "My shop" : "我的店", nameIn))
    const cutoffIn = (text: string) => Either.mapLeft(timeIn(text), () => say("first.bad.cutoff"))
    const cutoff = yield* answer(given.cutoff, "cutoff", cutoffIn,
      asking(say("first.cutoff"), textIn(known["cutoff_time"], "23:00"), cutoffIn))
    const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" })
    const dayNames = closingDays.map((value, at) => ({
      value,
      title: at === 0 ? say("first.closed.none") : weekday.format(at * 86_400_000 + 3 * 86_400_000)
    }))
    const closed = yield* answer(given.closed, "closed", Either.right, Prompt.select<string>({
      message: say("first.closed"),
      choices: choicesFrom(dayNames, Array.isArray(known["closed_weekdays"]) ? String(known["closed_weekdays"][0] ?? "none") : "none")
    }))
    const withoutFigure = yield* answer(given.withoutFigure, "without-figure",
      (text) => Either.right(text === "estimate" ? "estimate" as const : "wait" as const), Prompt.select<string>({
        message: say("first.without"),
        choices: choicesFrom((["wait", "estimate"] as const).map((value) => ({ value, title: say(`first.without.${value}`) })),
          isOwn(known) && isObject(known["amount_source"]) && known["amount_source"]["kind"] === "range" ? "estimate" : "wait")
      }))
    const amountIn = (text: string) => Either.fromNullable(usualIn(text, place), () => say("first.bad.amount"))
    const amountsIn = (text: string) =>
      Either.map(Either.all(text.split(",").map(amountIn)), ([weekday = 0, weekend = weekday]) => [weekday, weekend] as const)
    const usual = withoutFigure === "wait" ? null : Option.isSome(given.usual)
      ? yield* answer(given.usual, "usual", amountsIn, Prompt.succeed(""))
      : [
        yield* answer(Option.none(), "usual", amountIn, asking(say("first.usual.weekday"), "3200", amountIn)),
        yield* answer(Option.none(), "usual", amountIn, asking(say("first.usual.weekend"), "4600", amountIn))
      ] as const
    const others = { shopName, cutoff, closed, withoutFigure, usual }
    const chatIn = (text: string) => {
      const fault = faultIn(members({ ...others, chat: text.trim() }), language)
      return fault === undefined ? Either.right(text.trim()) : Either.left(say("first.bad.chat", { fault }))
    }
    const isInput = Option.isSome(given.chat) && given.chat.value === "-"
    const chatGiven = isInput ? Option.some((yield* Effect.promise(() => textOf(process.stdin))).trim()) : given.chat
    const knownChat = known["chat_webhook_url"] === consoleBot ? "" : textIn(known["chat_webhook_url"], "")
    const chat = yield* answer(chatGiven, "chat", chatIn, asking(say("first.chat"), isOwn(known) ? knownChat : "", chatIn))
    return { ...others, chat } satisfies Answers
  })

const readIfThere = (origin: string) =>
  Effect.mapError(readTextFileIfThere(origin), (about) => new InvalidConfig({ faults: [{ origin, ...about }] }))

/** Replaces a file. Returns why not, with the lines to add to it; undefined if it is written. */
const writing = (language: Language) => (file: string, text: string, isSecret: boolean, changed: ReadonlyArray<string>) =>
  Effect.match(replaceSettings(file, text, isSecret), {
    onSuccess: () => undefined,
    onFailure: ({ found, why }) => [sayIn(language)(`first.left.${why}`, { file, found }), ...changed].join("\n")
  })

const setUp = ({ replace, ...given }: Given & { readonly replace: boolean }) =>
  Effect.gen(function*() {
    const { env } = process
    const dotEnv = yield* readIfThere(".env")
    const variables = parseEnv(dotEnv)
    const of = (name: string) => env[name] || variables[name] || undefined
    const language = Option.match(given.language, {
      onNone: () => languageOfTerminal(env),
      onSome: (text): Language => text === "en" ? "en" : "zh-CN"
    })
    const file = of("CONFIG_FILE") ?? "config.json"
    const text = yield* readIfThere(file)
    const known = text.trim() === "" ? {} : yield* parseJson(file, text)
    const hasToken = variables["ADMIN_TOKEN"] !== undefined && variables["ADMIN_TOKEN"] !== ""
    const isOfEnvironment = !hasToken && env["ADMIN_TOKEN"] !== undefined && env["ADMIN_TOKEN"] !== ""
    const isKept = isOwn(known) && !isTerminal && !replace
    const exists = new Refused({
      code: "settings_exist",
      message: sayIn(language)("first.exists", { file, shop: String(known["shop_name"]) })
    })
    if (isKept && (hasToken || isOfEnvironment)) return yield* exists
    const place = yield* placeIn(given, language, known, of("TZ"))
    const say = sayIn(language)
    if (isTerminal)
      yield* Effect.sync(() =>
        process.stdout.write(
          lines(say("first.begin"), say("first.place", { zone: place.zone, currency: place.currency, sample: sampleOf(place) }))
        )
      )
    const answers = yield* answersIn(given, known, place, (answers) => configMembers(known, answers, place))
    const token = hasToken || isOfEnvironment ? undefined : randomBytes(24).toString("base64url")
    const members = configMembers(known, answers, place)
    // A run that ended after this file wrote the same answers: what it left to do is the other file.
    if (isKept && changedMembers(known, members).length > 0) return yield* exists
    const envText = withVariables(dotEnv, { TZ: place.zone, ...(token === undefined ? {} : { ADMIN_TOKEN: token }) })
    const outcomes = [
      ...(isKept ? [] : [{
        name: file,
        refusal: yield* writing(language)(file, `${JSON.stringify(members, null, 2)}\n`, holdsCredential(members),
          changedMembers(known, members))
      }]),
      { name: ".env", refusal: yield* writing(language)(".env", envText, true, changedLines(dotEnv, envText)) }
    ]
    const files = outcomes.flatMap(({ name, refusal }) => refusal === undefined ? [name] : [])
    const written = files.length === 0 ? [] : [say("first.written", { files: files.join(", ") })]
    const refusals = outcomes.flatMap(({ refusal }) => refusal ?? [])
    if (refusals.length > 0) return yield* new Refused({ code: "not_replaced", message: [...written, ...refusals].join("\n") })
    const kept = keptKeys(known, answers.withoutFigure === "estimate")
    const { here, phones } = addressesAt(Number(of("PORT") ?? 57778))
    return {
      ok: true,
      text: lines(
        ...written,
        ...(isOwn(known) && kept.length > 0 ? [say("first.kept", { keys: kept.join(", ") })] : []),
        token === undefined
          ? say(isOfEnvironment ? "first.token.environment" : "first.token.kept")
          : say("first.token", { token }),
        say("first.start", { command: startCommand }),
        say("first.here", { address: here }),
        ...(phones.length === 0 ? [] : [say("first.phones", { addresses: phones.join("  ") })]),
        say("first.next")
      ),
      json: { files, kept, token: token ?? null, addresses: [here, ...phones] }
    } satisfies CommandOutcome
  })

export const command = Command.make("setup", { ...options, json }, ({ json, ...given }) => printing(json)(setUp(given))).pipe(
  Command.withDescription("Write config.json and .env from five answers")
)
