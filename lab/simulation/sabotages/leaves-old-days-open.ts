import { Effect, Layer } from "effect"
import { layer as correct, LedgerStore } from "../../../src/Ledger/Store.ts"

export * from "../../../src/Ledger/Store.ts"

export const layer: typeof correct = Layer.effect(
  LedgerStore,
  Effect.map(LedgerStore, (store) => ({
    ...store,
    unsettled: (today) => Effect.map(store.unsettled(today), ({ day }) => ({ day, open: [] }))
  }))
).pipe(Layer.provide(correct))
