import { weekCompared as correct } from "../../../src/Domain/Compared.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"
import { windowOf } from "../../../src/Domain/Window.ts"

export * from "../../../src/Domain/Compared.ts"

export const weekCompared: typeof correct = (book, monday, last) => {
  const found = correct(book, monday, last)
  return found && { ...found, previous: windowOf(book, addDays(monday, -7), addDays(last, -7), last).cents }
}
