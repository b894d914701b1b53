import { Data, Deferred, Effect, type Exit, Mailbox, type Scope } from "effect"

/** The actor was stopped, or is stopping, and did not take the message. */
export class ActorStopped extends Data.TaggedError("ActorStopped")<{ readonly actor: string }> {
  override get message(): string {
    return `${this.actor} is stopped`
  }
}

/** A mailbox and the one fiber that empties it: messages are handled one after another, in the order of asking. */
export interface Actor<in Message, out Answer, out Failure> {
  /**
   * Waits for the answer to `message`. A failure or defect of the handling reaches the caller and the actor lives on;
   * a caller that goes away does not cancel what was accepted.
   */
  readonly ask: (message: Message) => Effect.Effect<Answer, Failure | ActorStopped>
  /** The same without waiting; false when the actor is stopped. */
  readonly tell: (message: Message) => Effect.Effect<boolean>
}

interface Envelope<Message, Answer, Failure> {
  readonly message: Message
  readonly reply: Deferred.Deferred<Answer, Failure | ActorStopped>
}

const defaultCapacity = 1024

/**
 * Starts an actor that lives as long as the scope. When the scope closes, what was accepted is finished and later
 * messages are refused; when its fiber dies, whoever waits is refused instead of waiting for ever.
 */
export const start = <Message, Answer, Failure, R>(options: {
  readonly name: string
  readonly handle: (message: Message) => Effect.Effect<Answer, Failure, R>
  readonly capacity?: number
}): Effect.Effect<Actor<Message, Answer, Failure>, never, R | Scope.Scope> =>
  Effect.gen(function*() {
    const stopped = new ActorStopped({ actor: options.name })
    const mailbox = yield* Mailbox.make<Envelope<Message, Answer, Failure>>({ capacity: options.capacity ?? defaultCapacity })

    const rejectQueued = Effect.flatMap(Effect.ignore(mailbox.end), () =>
      Effect.flatMap(mailbox.clear, (envelopes) =>
        Effect.forEach(envelopes, (envelope) => Deferred.fail(envelope.reply, stopped), { discard: true })))

    const handleNext = Effect.flatMap(mailbox.take, ({ message, reply }) =>
      Effect.flatMap(Effect.exit(options.handle(message)), (exit: Exit.Exit<Answer, Failure>) => Deferred.done(reply, exit)))

    const loop = yield* Effect.forever(handleNext).pipe(
      Effect.catchTag("NoSuchElementException", () => Effect.void),
      Effect.ensuring(Effect.ignore(Effect.zipRight(rejectQueued, mailbox.shutdown))),
      Effect.annotateLogs({ service: options.name }),
      Effect.forkScoped
    )
    // Added after the fork, so it runs before the loop is interrupted: the queue is finished, not dropped.
    yield* Effect.addFinalizer(() => Effect.zipRight(mailbox.end, loop.await))

    const offer = (message: Message) =>
      Effect.flatMap(Deferred.make<Answer, Failure | ActorStopped>(), (reply) =>
        Effect.map(mailbox.offer({ message, reply }), (accepted) => ({ accepted, reply })))

    return {
      ask: (message) =>
        Effect.flatMap(offer(message), ({ accepted, reply }) => (accepted ? Deferred.await(reply) : Effect.fail(stopped))),
      tell: (message) => Effect.map(offer(message), ({ accepted }) => accepted)
    }
  })
