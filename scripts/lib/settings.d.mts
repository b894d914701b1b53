export const written: ReadonlyArray<readonly [path: string, write: (text: string) => string]>
