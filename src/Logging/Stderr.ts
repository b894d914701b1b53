import { standardError } from "./StandardStream.ts"

/** Writes to standard error before it returns, unless its reader is slow. If it is closed or full, the text is lost. */
export const writeToStderr = (text: string): void => standardError.write(text)
