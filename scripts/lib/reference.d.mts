/** An OpenAPI document, of which only the nesting is known here. */
export const referenceOf: (document: Record<string, unknown>) => string
