import { Effect, Option } from "effect"
import { CurrentPerson } from "../../Api/Access.ts"
import * as Errors from "../../Api/Errors.ts"
import { type NotificationQuery, Resend, ResendRefused } from "../../Api/Notification.ts"
import { ShopClock } from "../../Clock.ts"
import { faultAt, saying } from "../../Codes/Fault.ts"
import { shown, wrong } from "../../Domain/Fault.ts"
import { actorOf } from "../../Domain/Person.ts"
import { mainChat } from "../../Domain/Topic.ts"
import { Ledger } from "../../Ledger.ts"
import { Notifier, type UnknownChat } from "../../Notifier.ts"
import { emptyLine } from "../../Outbox.ts"
import { Rights } from "../../People/Rights.ts"
import { lostRight } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { changedTo, notificationView } from "../Views/DayView.ts"

interface OfMessage {
  readonly path: { readonly id: number }
}

const noUnsentMessage = (id: number) =>
  Effect.fail(Errors.notFound(faultAt("id", saying("unsent_message", `expected a message that is waiting or failed, got ${id}`, { id }))))

export const unknownChat = ({ found, names }: UnknownChat) =>
  Effect.fail(Errors.InvalidRequest.make(Errors.listing([
    faultAt("chat", wrong("known_chat", `a chat of the settings: ${names.map(shown).join(" ")}`, found, { names: names.join(" ") }))
  ])))

/** The messages to the chats: listing them, sending one or all refused ones again, and dropping them. */
export const messageHandlers = Effect.gen(function*() {
  const { zone } = yield* ShopClock
  const ledger = yield* Ledger
  const notifier = yield* Notifier
  const { stillMay } = yield* Rights

  return {
    list: ({ urlParams }: { readonly urlParams: typeof NotificationQuery.Type }) =>
      Effect.gen(function*() {
        const items = yield* notifier.list(urlParams)
        const status = yield* notifier.status
        const { accepted, delivered, failed, pending } = urlParams.chat === undefined
          ? status
          : status.chats.get(urlParams.chat) ?? emptyLine
        const book = yield* ledger.book
        return {
          items: items.map((entry) => notificationView(entry, book, zone)),
          next: items.length < urlParams.limit ? null : items.at(-1)?.id ?? null,
          counts: { pending, delivered, accepted, failed }
        }
      }),
    resend: ({ path }: OfMessage) =>
      Effect.gen(function*() {
        const { chat } = yield* readJson(Resend)
        const requester = yield* CurrentPerson
        const found = yield* Effect.catchTags(
          notifier.resend(path.id, { permit: stillMay(requester), chat, by: actorOf(requester, undefined) }),
          {
            RightLost: lostRight,
            UnknownChat: unknownChat
          }
        )
        if (Option.isSome(found)) return { ok: true as const, changed_to: changedTo(found.value, yield* ledger.book) }
        return yield* noUnsentMessage(path.id)
      }),
    resendRefused: () =>
      Effect.gen(function*() {
        const { chat = mainChat, send } = yield* readJson(ResendRefused)
        const requester = yield* CurrentPerson
        const done = yield* Effect.catchTags(
          notifier.resendRefused(chat, send, { permit: stillMay(requester), by: actorOf(requester, undefined) }),
          { RightLost: lostRight, UnknownChat: unknownChat }
        )
        return { ok: true as const, ...done }
      }),
    drop: ({ path }: OfMessage) =>
      Effect.gen(function*() {
        const requester = yield* CurrentPerson
        const dropping = notifier.remove(path.id, stillMay(requester), actorOf(requester, undefined))
        const found = yield* Effect.catchTag(dropping, "RightLost", lostRight)
        return Option.isSome(found) ? { ok: true as const } : yield* noUnsentMessage(path.id)
      })
  }
})
