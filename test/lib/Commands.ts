import type { Moment } from "../../src/Domain/Calendar.ts"
import type { Correct, Import, Mark, SetGoal, Withdraw } from "../../src/Domain/Command.ts"
import { named, theService } from "../../src/Domain/Command.ts"
import type { Trigger } from "../../src/Domain/Settlement.ts"
import type { Ledger } from "../../src/Ledger.ts"

interface By {
  readonly actor: string
}

type Asked<C> = Omit<C, "_tag"> & By

/** Commands in the form in which tests write them: a person's command has its actor beside its content. */
export const commanding = (ledger: typeof Ledger.Service) => ({
  correct: ({ actor, ...asked }: Asked<Correct>) => ledger.carryOut({ _tag: "Correct", ...asked }, named(actor)),
  withdraw: ({ actor, ...asked }: Asked<Withdraw>) => ledger.carryOut({ _tag: "Withdraw", ...asked }, named(actor)),
  mark: ({ actor, ...asked }: Asked<Mark>) => ledger.carryOut({ _tag: "Mark", ...asked }, named(actor)),
  setGoal: ({ actor, ...asked }: Asked<SetGoal>) => ledger.carryOut({ _tag: "SetGoal", ...asked }, named(actor)),
  importDays: ({ actor, equal, rows, sha256 = null }: Pick<Import, "rows"> & Partial<Pick<Import, "equal" | "sha256">> & By) =>
    ledger.carryOut({ _tag: "Import", rows, sha256, equal }, named(actor)),
  settle: (trigger: Trigger, moment: Moment, id: string | null = null) =>
    ledger.carryOut({ _tag: "Settle", trigger, moment, id }, theService),
  remind: (moment: Moment) => ledger.carryOut({ _tag: "Remind", moment }, theService)
})
