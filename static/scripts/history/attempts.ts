import { attemptsWords } from "../../../words/Attempts.ts"
import { attemptList } from "../shared/attempts.ts"
import type { Attempt } from "../shared/attempts.ts"
import { addWords } from "../shared/language.ts"

addWords(attemptsWords)

/** The list of attempts to send a message. Its words are loaded with this file. */
export const listOfAttempts = (attempts: ReadonlyArray<Attempt>, chat: string) => attemptList(attempts, chat)
