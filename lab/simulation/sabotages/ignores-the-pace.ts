import { started } from "../../../src/Chat/RateLimit.ts"
import type { reserve as correct } from "../../../src/Chat/RateLimit.ts"

export * from "../../../src/Chat/RateLimit.ts"

export const reserve: typeof correct = (limits, _state, now) => ({ waitMillis: 0, state: started(limits, now) })
