import { restart as correctRestart, start as correctStart } from "../../src/Domain/Agenda.ts"

export * from "../../src/Domain/Agenda.ts"

export const start: typeof correctStart = (now, cutoff) => ({ ...correctStart(now, cutoff), done: [] })

export const restart: typeof correctRestart = (agenda, now, cutoff) => ({ ...correctRestart(agenda, now, cutoff), done: [] })
