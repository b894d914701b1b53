export const difference: (found: unknown, expected: unknown) => string | undefined
export const textDifference: (found: string, expected: string) => string | undefined
