import { beyondEntry as correct } from "../../../src/Domain/Decision/Entry.ts"
import { addDays } from "../../../src/Domain/LocalDate.ts"

export * from "../../../src/Domain/Decision/Entry.ts"

export const beyondEntry: typeof correct = (command, today, before, mark) => correct(command, addDays(today, -1), before, mark)
