import { remembered } from "./store.ts"

/** One value of a store, as JSON. */
export type Kept<T> = { get: () => T | null; keep: (value: T) => void; drop: () => void }

const kept = (store: typeof remembered, key: string): Kept<any> => ({
  get: () => JSON.parse(store.get(key) ?? "null"),
  keep: (value) => store.set(key, JSON.stringify(value)),
  drop: () => store.set(key, null)
})

/**
 * What the pages keep for the person who uses them: typed text, and saves without a response. It contains no
 * credential. A phone may close a hidden page, so `/enter` keeps typed text in the browser, not in the tab.
 */
export const mine = {
  phoneDraft: kept(remembered, "enter-draft"),
  phoneSave: kept(remembered, "enter-pending"),
  /** The dashboard's last figures, for a visit without a connection. */
  figures: kept(remembered, "figures"),
  /** The name of the person to whom it belongs. */
  name: kept(remembered, "name"),
  /** The role with which this browser was last signed in. The server decides what it may do. */
  role: kept(remembered, "role")
}

let hasLeft = false

/** Keeps the dashboard's figures, unless they arrive after the person has signed out here. */
export const keepFigures = (figures: unknown) => {
  if (!hasLeft) mine.figures.keep(figures)
}

/** Clears everything at sign-out, and when another person is signed in, who must not see any of it. */
export const forgetMine = () => {
  hasLeft = true
  for (const each of Object.values(mine)) each.drop()
}

/** Whether typed text is waiting for its author to sign in again. */
export const hasTyped = () => mine.phoneDraft.get() !== null

/** The newest typed amount, as its author read it; empty for none. */
export const typedAmount = (): string => {
  const drafts: { at: number; said?: string }[] = mine.phoneDraft.get() ?? []
  return drafts.filter(({ said }) => said !== undefined).sort((one, other) => other.at - one.at)[0]?.said ?? ""
}
