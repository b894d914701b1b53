// @ts-check

/** The address at which a day's amount is entered or changed. @param {string} date */
export const entryLink = (date) => `admin#entry=${date}`
