export type SomeWords = Readonly<Record<string, { readonly zh?: string; readonly en?: string }>>

/** The only language that the page's words have; null for both, as before the build, which puts another module in the place of this one. */
export const shipped: "zh" | "en" | null = null

/** The page's words in the language that is not shipped. */
export const otherWords = (): Promise<SomeWords[]> => Promise.resolve([])
