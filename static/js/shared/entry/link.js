// @ts-check

/** Where the amount of that day is entered or changed. @param {string} date */
export const entryLink = (date) => `/admin#entry=${date}`
