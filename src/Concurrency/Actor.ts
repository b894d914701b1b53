import { Context, Data, Deferred, Effect, Fiber, FiberRef, HashMap, Option, Queue, type Request, type Scope, Tracer } from "effect"
import * as Deadline from "./Deadline.ts"

/**
 * Runs work that continues after the request that started it, so its log lines get no annotations of that request, and its spans no
 * parent. A forked fiber would inherit both.
 */
export const onOwnBehalf = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  work.pipe(
    Effect.locally(FiberRef.currentLogAnnotations, HashMap.empty()),
    // The compiler cannot see that no work requires a parent span.
    Effect.mapInputContext((context: Context.Context<R>) => Context.omit(Tracer.ParentSpan)(context) as Context.Context<R>)
  )

/** The actor has stopped or is stopping, and did not accept the message. */
export class ActorStopped extends Data.TaggedError("ActorStopped")<{ readonly actor: string }> {
  override get message(): string {
    return `${this.actor} is stopped`
  }
}

export class MailboxFull extends Data.TaggedError("MailboxFull")<{ readonly actor: string }> {
  override get message(): string {
    return `${this.actor} has too many messages waiting`
  }
}

/** Why a message was not begun. */
export type Refused = ActorStopped | MailboxFull | Deadline.Expired

export const isRefused = (error: unknown): error is Refused =>
  error instanceof ActorStopped || error instanceof MailboxFull || error instanceof Deadline.Expired

/** A message is data that knows the types of its result: an Effect `Request` with a tag. */
type Message = Request.Request<unknown, unknown> & { readonly _tag: string }

type Handlers<M extends Message, R> = {
  readonly [Tag in M["_tag"]]: (
    message: Extract<M, { readonly _tag: Tag }>
  ) => Effect.Effect<
    Request.Request.Success<Extract<M, { readonly _tag: Tag }>>,
    Request.Request.Error<Extract<M, { readonly _tag: Tag }>>,
    R
  >
}

/**
 * A mailbox and one fiber that handles its messages. An actor gives three things. Order: messages are handled one after another, in
 * the order in which they came. Backpressure: a caller waits for its result, and is refused at once while the mailbox is full. A
 * stop that finishes its work: messages in the mailbox are handled, later ones are refused.
 */
interface Actor<in M extends Message> {
  /**
   * Waits for the result of `message`. A failure or defect of its handler is passed to the caller, and the actor continues. A
   * waiting message is dropped when its caller is interrupted or its deadline passes. A message that has begun is finished. If its
   * caller had a deadline and leaves, that deadline passes at once: work that observes it stops waiting and stores nothing.
   */
  readonly ask: <Asked extends M>(
    message: Asked
  ) => Effect.Effect<Request.Request.Success<Asked>, Request.Request.Error<Asked> | Refused>
}

interface Envelope<M> {
  readonly message: M
  readonly reply: Deferred.Deferred<unknown, unknown>
  readonly caller: Caller
  /** Only a waiting message can be dropped. */
  state: "waiting" | "begun" | "dropped"
}

const theEnd = Symbol("the end")

/** More messages than the actor can handle before their callers' deadlines. */
const mailboxCapacity = 1_024

/** The caller's log annotations, such as a request's id, its span and its deadline. */
interface Caller {
  readonly annotations: HashMap.HashMap<string, unknown>
  readonly span: Option.Option<Tracer.AnySpan>
  readonly inTime: Deadline.InTime
}

const callerOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>, inTime: Deadline.InTime): Caller => ({
  annotations: fiber.getFiberRef(FiberRef.currentLogAnnotations),
  span: Context.getOption(fiber.currentContext, Tracer.ParentSpan),
  inTime
})

const onBehalfOf = ({ annotations, inTime, span }: Caller) => <A, E, R>(all: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const work = inTime(all)
  const annotated = HashMap.isEmpty(annotations)
    ? work
    : Effect.locallyWith(work, FiberRef.currentLogAnnotations, (own) => HashMap.union(annotations, own))
  return Option.isNone(span) ? annotated : Effect.withParentSpan(annotated, span.value)
}

/** Starts an actor that lives as long as the scope. If its fiber dies, waiting callers get an error instead of hanging. */
export const start = <M extends Message, R>(
  name: string,
  handlers: Handlers<M, R>,
  capacity = mailboxCapacity
): Effect.Effect<Actor<M>, never, R | Scope.Scope> =>
  Effect.gen(function*() {
    const stopped = new ActorStopped({ actor: name })
    const full = new MailboxFull({ actor: name })
    // Not Effect's `Mailbox`: it drops a message that is offered while its taker yields.
    const mailbox = yield* Queue.bounded<Envelope<M> | typeof theEnd>(capacity)
    let accepting = true

    // The compiler cannot see that the handler under a message's own tag accepts that message.
    const handle = (message: M) => (handlers[message._tag as M["_tag"]] as (message: M) => Effect.Effect<unknown, unknown, R>)(message)

    const handleNext = (next: Envelope<M>) =>
      Effect.suspend(() => {
        if (next.state === "dropped") return Effect.void
        next.state = "begun"
        return Effect.intoDeferred(onBehalfOf(next.caller)(handle(next.message)), next.reply)
      })

    /** Fails the caller at its deadline, even while the actor is busy. */
    const expire = (envelope: Envelope<M>, millis: number) =>
      Effect.map(Effect.sleep(millis), () => {
        if (envelope.state !== "waiting") return
        envelope.state = "dropped"
        Deferred.unsafeDone(envelope.reply, Effect.fail(new Deadline.Expired({ actor: name })))
      })

    const untilTheEnd: Effect.Effect<void, never, R> = Effect.flatMap(mailbox.take, (next) =>
      next === theEnd
        ? Effect.void
        : Effect.zipRight(handleNext(next), untilTheEnd))

    const refuseQueued = Effect.suspend(() => {
      accepting = false
      return Effect.flatMap(mailbox.takeAll,
        Effect.forEach((next) => next === theEnd ? Effect.void : Deferred.fail(next.reply, stopped), { discard: true }))
    })

    const loop = yield* untilTheEnd.pipe(
      Effect.ensuring(refuseQueued),
      Effect.annotateLogs({ service: name }),
      Effect.forkScoped
    )
    // Added after the fork, so it runs before the loop is interrupted, and the queued messages are handled.
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        accepting = false
        // Waits while the mailbox is full.
        return Effect.zipRight(mailbox.offer(theEnd), loop.await)
      })
    )

    const post = (message: M) =>
      Effect.zipWith(Deadline.left, Deadline.handedOver, (left, { end, inTime }) =>
        Effect.withFiberRuntime<unknown, unknown>((fiber) => {
          if (!accepting) return Effect.fail(stopped)
          const reply = Deferred.unsafeMake<unknown, unknown>(fiber.id())
          const envelope: Envelope<M> = { message, reply, caller: callerOf(fiber, inTime), state: "waiting" }
          if (!mailbox.unsafeOffer(envelope)) return Effect.fail(full)
          const replied = Effect.onInterrupt(Deferred.await(reply), () =>
            Effect.sync(() => {
              if (envelope.state === "waiting") envelope.state = "dropped"
              end()
            }))
          if (left === Infinity) return replied
          return Effect.flatMap(Effect.forkDaemon(Effect.interruptible(expire(envelope, Math.max(0, left)))),
            (timer) => Effect.ensuring(replied, Fiber.interruptFork(timer)))
        })).pipe(Effect.flatten)

    return {
      ask: post as Actor<M>["ask"]
    }
  })
