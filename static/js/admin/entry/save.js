// @ts-check
import { makeSave } from "../../shared/entry/save.js"
import { mine } from "../../shared/mine.js"

/** Changes of days that this tab asks for. */
export const save = makeSave(mine.adminSave)
