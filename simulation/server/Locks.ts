/**
 * The row locks of the modelled server. A lock is a row `table:key` or all rows `table:*`. It lasts until its holder's transaction
 * ends.
 */
export const locks = <Holder extends object>() => {
  const held = new Map<string, Map<string, Holder>>()

  const split = (lock: string): readonly [string, string] => {
    const at = lock.indexOf(":")
    return [lock.slice(0, at), lock.slice(at + 1)]
  }

  /** Another transaction that holds one of these locks. */
  const blocker = (holder: Holder, wanted: Iterable<string>): Holder | undefined => {
    for (const lock of wanted) {
      const [table, key] = split(lock)
      for (const [row, other] of held.get(table) ?? []) if (other !== holder && (row === key || row === "*" || key === "*")) return other
    }
    return undefined
  }

  return {
    blocker,
    take: (holder: Holder, wanted: Iterable<string>) => {
      for (const lock of wanted) {
        const [table, key] = split(lock)
        const rows = held.get(table) ?? new Map<string, Holder>()
        rows.set(key, holder)
        held.set(table, rows)
      }
    },
    release: (holder: Holder) => {
      for (const rows of held.values()) for (const [key, other] of rows) if (other === holder) rows.delete(key)
    }
  }
}

export type Locks<Holder extends object> = ReturnType<typeof locks<Holder>>
