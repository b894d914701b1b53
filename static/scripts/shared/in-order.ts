/**
 * Keeps the answers to repeated requests in the order of the requests: call it before each, and ask its result once the answer is
 * there. It is false if an answer to a later request has been shown already, because this one is older.
 */
export const makeOrder = () => {
  let asked = 0
  let shown = 0
  return () => {
    const mine = ++asked
    return () => {
      if (mine < shown) return false
      shown = mine
      return true
    }
  }
}
