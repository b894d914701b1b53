/** Chinese by the English of the declarations: a changed sentence needs its translation read again. */
export type Translations = Readonly<Record<string, string>>
