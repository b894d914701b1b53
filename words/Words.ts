/** Sentences by key in both languages; `{name}` is filled in where a sentence is used. */
export type Words = Readonly<Record<string, { readonly zh: string; readonly en: string }>>
