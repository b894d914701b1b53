import { makeSave } from "../../shared/entry/save.ts"
import { mine } from "../../shared/mine.ts"

/** The changes of days that this tab requests. */
export const save = makeSave(mine.adminSave)
