// @ts-check
import { attemptsWords } from "../../../words/Attempts.ts"
import { attemptList } from "../shared/attempts.js"
import { addWords } from "../shared/language.js"

addWords(attemptsWords)

/** The attempts to send a message, in words that are loaded with this file. @param {ReadonlyArray<import("../shared/attempts.js").Attempt>} attempts @param {string} chat */
export const listOfAttempts = (attempts, chat) => attemptList(attempts, chat)
