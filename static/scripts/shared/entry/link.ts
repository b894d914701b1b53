/** The address at which a day's amount is entered or changed. */
export const entryLink = (date: string) => `admin#entry=${date}`
