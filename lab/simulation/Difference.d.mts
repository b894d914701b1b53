export const difference: (found: unknown, expected: unknown) => string | undefined
