import { Effect } from "effect"
import type { ReplicaRegistry, SeenReplica } from "../../src/Database/ReplicaRegistry.ts"

/** The registry that several replicas in one process share. Each replica gets its own view by its id. */
export const memoryRegistry = () => {
  const rows = new Map<string, SeenReplica>()
  let reloads = 0
  return (id: string): ReplicaRegistry => ({
    id,
    report: (state) => Effect.sync(() => void rows.set(id, { ...state, id, startedAt: 0, seenAt: 0 })),
    leave: Effect.sync(() => void rows.delete(id)),
    seen: Effect.sync(() => [...rows.values()]),
    isSomeoneSending: Effect.sync(() => [...rows.values()].some(({ sending }) => sending)),
    reloads: Effect.sync(() => reloads),
    requestReload: Effect.sync(() => ++reloads)
  })
}
