import { Context, Data, Deferred, Effect, FiberRef, HashMap, Mailbox, Option, type Request, type Scope, Tracer } from "effect"

/** The actor was stopped, or is stopping, and did not take the message. */
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

/** A mailbox and the one fiber that empties it: messages are handled one after another, in the order of asking. */
export interface Actor<in M extends Message> {
  /**
   * Waits for the answer to `message`. A failure or defect of the handling reaches the caller and the actor lives on;
   * a caller that goes away does not cancel what was accepted.
   */
  readonly ask: <Asked extends M>(
    message: Asked
  ) => Effect.Effect<Request.Request.Success<Asked>, Request.Request.Error<Asked> | ActorStopped>
}

interface Envelope<M> {
  readonly message: M
  readonly reply: Deferred.Deferred<unknown, unknown>
  readonly asker: Asker
}

/** What the log lines and spans of the work have of whoever asked for it, such as the id of a request. */
interface Asker {
  readonly annotations: HashMap.HashMap<string, unknown>
  readonly span: Option.Option<Tracer.AnySpan>
}

const asker: Effect.Effect<Asker> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed({
    annotations: fiber.getFiberRef(FiberRef.currentLogAnnotations),
    span: Context.getOption(fiber.currentContext, Tracer.ParentSpan)
  }))

const onBehalfOf = ({ annotations, span }: Asker) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const annotated = HashMap.isEmpty(annotations)
    ? work
    : Effect.locallyWith(work, FiberRef.currentLogAnnotations, (own) => HashMap.union(annotations, own))
  return Option.isNone(span) ? annotated : Effect.withParentSpan(annotated, span.value)
}

// Callers of a full mailbox wait for a place, they are not refused.
const capacity = 1024

/**
 * Starts an actor that lives as long as the scope. When the scope closes, what was accepted is finished and later
 * messages are refused; when its fiber dies, whoever waits is refused instead of waiting for ever.
 */
export const start = <M extends Message, R>(
  name: string,
  handlers: Handlers<M, R>
): Effect.Effect<Actor<M>, never, R | Scope.Scope> =>
  Effect.gen(function*() {
    const stopped = new ActorStopped({ actor: name })
    const mailbox = yield* Mailbox.make<Envelope<M>>({ capacity })

    // The compiler cannot see that the handler found by a message's own tag takes that message.
    const handle = (message: M) =>
      (handlers[message._tag as M["_tag"]] as (message: M) => Effect.Effect<unknown, unknown, R>)(message)

    const handleNext = Effect.flatMap(mailbox.take, ({ asker, message, reply }) =>
      Effect.intoDeferred(onBehalfOf(asker)(handle(message)), reply))

    const refuseQueued = mailbox.end.pipe(
      Effect.zipRight(mailbox.clear),
      Effect.flatMap((envelopes) =>
        Effect.forEach(envelopes, ({ reply }) => Deferred.fail(reply, stopped), { discard: true })
      )
    )

    const loop = yield* Effect.forever(handleNext).pipe(
      Effect.catchTag("NoSuchElementException", () => Effect.void),
      Effect.ensuring(Effect.zipRight(refuseQueued, mailbox.shutdown)),
      Effect.annotateLogs({ service: name }),
      Effect.forkScoped
    )
    // Added after the fork, so it runs before the loop is interrupted: the queue is finished, not dropped.
    yield* Effect.addFinalizer(() => Effect.zipRight(mailbox.end, loop.await))

    return {
      ask: <Asked extends M>(message: Asked) =>
        Effect.gen(function*() {
          const reply = yield* Deferred.make<unknown, unknown>()
          const accepted = yield* mailbox.offer({ message, reply, asker: yield* asker })
          return yield* accepted ? Deferred.await(reply) : stopped
        }) as Effect.Effect<Request.Request.Success<Asked>, Request.Request.Error<Asked> | ActorStopped>
    }
  })
