/** Chinese by the English of the declarations. After a change of the English, the Chinese has to be checked. */
export type Translations = Readonly<Record<string, string>>
