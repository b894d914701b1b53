// @ts-check
import { makeSave } from "../../shared/entry/save.js"
import { mine } from "../../shared/mine.js"

/** The changes of days that this tab requests. */
export const save = makeSave(mine.adminSave)
