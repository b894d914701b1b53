import { Args, Command } from "@effect/cli"
import { Effect, Layer, Option } from "effect"
import { ChatBot } from "../Chat/ChatBot.ts"
import { type Resendable, resendable } from "../Domain/Refused.ts"
import { counted } from "../Domain/Text.ts"
import { mainChat } from "../Domain/Topic.ts"
import { resendRefused } from "../Notifier.ts"
import { Outbox } from "../Outbox.ts"
import { storedBot } from "../Shop.ts"
import { lines, printing, Refused } from "./Output.ts"
import { json, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const resend = (which: Resendable, chat: string) =>
  Effect.gen(function*() {
    const { dropped, sent } = yield* resendRefused(yield* Outbox, yield* ChatBot)(chat, which)
    return {
      ok: true,
      text: lines(
        sent + dropped === 0
          ? `the chat ${chat} has refused no message`
          : `${counted(sent, "message")} to the chat ${chat} will be sent again, ${counted(dropped, "message")} given up`
      ),
      json: { chat, sent, dropped }
    }
  }).pipe(Effect.catchTag("UnknownChat", ({ found, names }) =>
    new Refused({ code: "invalid_request", message: `--chat: expected one of ${names.join(", ")}, got ${found}` })))

export const command = Command.make(
  "resend",
  {
    which: Args.choice(resendable.map((name): [string, Resendable] => [name, name]), { name: "WHICH" }).pipe(
      Args.withDescription("all; daily: the newest daily message of each day; none. The others are given up")
    ),
    chat: textOption("chat", 32, "The chat that refused them, by its name in chats; main by default"),
    json
  },
  ({ chat, json, which }) =>
    printing(json)(
      Effect.provide(resend(which, Option.getOrElse(chat, () => mainChat)), Layer.provideMerge(storedBot, Workbench.stored))
    )
).pipe(Command.withDescription("Send the messages that a chat refused again, or give them up"))
