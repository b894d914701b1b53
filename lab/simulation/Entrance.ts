import { Cause, Context, Effect, Exit, type Fiber, Layer, Option, type Scope } from "effect"
import { type Answer, type Call, exchange } from "./Exchange.ts"
import * as Port from "./Port.ts"
import type { TaskQueue } from "./TaskQueue.ts"

/** The result of a fiber that has ended. */
export const finished = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): A => {
  const exit = fiber.unsafePoll()
  if (exit === null) throw new Error("expected the effect to finish without waiting, found it suspended")
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error(Cause.pretty(exit.cause))
}

const once = <A>(build: () => A): () => A => {
  let built: Option.Option<A> = Option.none()
  return () => {
    if (Option.isNone(built)) built = Option.some(build())
    return Option.getOrThrow(built)
  }
}

interface Process<R> {
  readonly built: Fiber.RuntimeFiber<Context.Context<R>, unknown>
  readonly scope: Scope.Scope
  readonly queue: TaskQueue
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>
}

type Needs = Layer.Layer.Context<typeof Port.layer> | Effect.Effect.Context<ReturnType<typeof Port.listener>>

/** Passes requests to the service of a process. The handlers are built when the first request needs them. */
export const entrance = <R extends Needs>({ built, queue, run, scope }: Process<R>) => {
  const context = () => finished(built) as Context.Context<Needs>
  const port = once(() => {
    const fiber = run(Layer.buildWithScope(Layer.provide(Port.layer, Layer.succeedContext(context())), scope))
    queue.drain()
    return Context.get(finished(fiber), Port.Port)
  })
  const listener = once(() => Effect.runSync(Effect.provide(Port.listener(port), context())))
  return (call: Call, done: (answer: Answer) => void) => exchange(listener(), call, (task) => queue.scheduler.scheduleTask(task, 0), done)
}
