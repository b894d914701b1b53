// @ts-check
import { holidayName, specialName } from "../shared/holiday.js"
import { t } from "../shared/language.js"

/** `2026年春节` @param {import("./figures/festivals.js").Block} block */
export const festivalName = ({ name, own }) => t("range.festival", { name: holidayName(name), year: Number(own.slice(0, 4)) })

/** `除夕`, `国庆`; null for an ordinary day. @param {import("./figures/days.js").Day} day @returns {string | null} */
export const specialOf = ({ festivals: [holiday, also], makeupFor }) =>
  specialName({ holiday: holiday === undefined ? undefined : { ...holiday, also }, makeup: makeupFor === null ? undefined : true })
