import { Context, Data, Deferred, Effect, type Fiber, FiberRef, HashMap, Option, Queue, type Request, type Scope, Tracer } from "effect"

/** The actor is stopped or stopping, and did not accept the message. */
export class ActorStopped extends Data.TaggedError("ActorStopped")<{ readonly actor: string }> {
  override get message(): string {
    return `${this.actor} is stopped`
  }
}

export const isStopped = (error: unknown): error is ActorStopped => error instanceof ActorStopped

/** A message is data that knows the types of its answer: an Effect `Request` with a tag. */
type Message = Request.Request<unknown, unknown> & { readonly _tag: string }

/** One handler for each kind of message. */
export type Handlers<M extends Message, R> = {
  readonly [Tag in M["_tag"]]: (
    message: Extract<M, { readonly _tag: Tag }>
  ) => Effect.Effect<
    Request.Request.Success<Extract<M, { readonly _tag: Tag }>>,
    Request.Request.Error<Extract<M, { readonly _tag: Tag }>>,
    R
  >
}

/** A mailbox and one fiber that handles its messages one after another, in order. */
export interface Actor<in M extends Message> {
  /**
   * Waits for the answer to `message`. A failure or defect of its handler goes to the caller, and the actor continues.
   * Interrupting the caller does not cancel an accepted message.
   */
  readonly ask: <Asked extends M>(
    message: Asked
  ) => Effect.Effect<Request.Request.Success<Asked>, Request.Request.Error<Asked> | ActorStopped>
}

interface Envelope<M> {
  readonly message: M
  readonly reply: Deferred.Deferred<unknown, unknown>
  readonly caller: Caller
}

const theEnd = Symbol("the end")

/** The caller's log annotations, such as a request's id, and its span. */
interface Caller {
  readonly annotations: HashMap.HashMap<string, unknown>
  readonly span: Option.Option<Tracer.AnySpan>
}

const callerOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Caller => ({
  annotations: fiber.getFiberRef(FiberRef.currentLogAnnotations),
  span: Context.getOption(fiber.currentContext, Tracer.ParentSpan)
})

const onBehalfOf = ({ annotations, span }: Caller) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const annotated = HashMap.isEmpty(annotations)
    ? work
    : Effect.locallyWith(work, FiberRef.currentLogAnnotations, (own) => HashMap.union(annotations, own))
  return Option.isNone(span) ? annotated : Effect.withParentSpan(annotated, span.value)
}

/**
 * Starts an actor that lives as long as the scope. When the scope closes, accepted messages are finished and later ones
 * are refused. If its fiber dies, waiting callers get an error instead of hanging.
 */
export const start = <M extends Message, R>(
  name: string,
  handlers: Handlers<M, R>
): Effect.Effect<Actor<M>, never, R | Scope.Scope> =>
  Effect.gen(function*() {
    const stopped = new ActorStopped({ actor: name })
    // Not Effect's `Mailbox`: it drops a message that is offered while its taker yields.
    // It needs no bound: each message in it has a fiber that waits for the answer.
    const mailbox = yield* Queue.unbounded<Envelope<M> | typeof theEnd>()
    let accepting = true

    // The compiler cannot see that the handler found by a message's own tag takes that message.
    const handle = (message: M) => (handlers[message._tag as M["_tag"]] as (message: M) => Effect.Effect<unknown, unknown, R>)(message)

    const untilTheEnd: Effect.Effect<void, never, R> = Effect.flatMap(mailbox.take, (next) =>
      next === theEnd
        ? Effect.void
        : Effect.zipRight(Effect.intoDeferred(onBehalfOf(next.caller)(handle(next.message)), next.reply), untilTheEnd))

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
    // Added after the fork, so it runs before the loop is interrupted: the queue is finished, not dropped.
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        accepting = false
        mailbox.unsafeOffer(theEnd)
        return loop.await
      })
    )

    return {
      ask: <Asked extends M>(message: Asked) =>
        Effect.withFiberRuntime<unknown, unknown>((fiber) => {
          if (!accepting) return Effect.fail(stopped)
          const reply = Deferred.unsafeMake<unknown, unknown>(fiber.id())
          mailbox.unsafeOffer({ message, reply, caller: callerOf(fiber) })
          return Deferred.await(reply)
        }) as Effect.Effect<Request.Request.Success<Asked>, Request.Request.Error<Asked> | ActorStopped>
    }
  })
