// @ts-check
import { attemptsWords } from "../../../words/Attempts.ts"
import { attemptList } from "../shared/attempts.js"
import { addWords } from "../shared/language.js"

addWords(attemptsWords)

/**
 * The list of attempts to send a message. Its words are loaded with this file.
 * @param {ReadonlyArray<import("../shared/attempts.js").Attempt>} attempts @param {string} chat
 */
export const listOfAttempts = (attempts, chat) => attemptList(attempts, chat)
