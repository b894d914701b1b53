// @ts-check
import { makeSave } from "../../shared/entry/save.js"
import { forThisTab } from "../../shared/store.js"

/** Changes of days that this tab asks for. */
export const save = makeSave(forThisTab, "pending-save")
