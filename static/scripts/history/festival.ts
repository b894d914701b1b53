import { holidayName, specialName } from "../shared/holiday.ts"
import { t } from "../shared/language.ts"
import type { Day } from "./figures/days.ts"
import type { Block } from "./figures/festivals.ts"

/** `2026年春节` */
export const festivalName = ({ name, own }: Block) => t("range.festival", { name: holidayName(name), year: Number(own.slice(0, 4)) })

/** `除夕`, `国庆`; null for an ordinary day. */
export const specialOf = ({ festivals: [holiday, also], makeupFor }: Day): string | null =>
  specialName({ holiday: holiday === undefined ? undefined : { ...holiday, also }, makeup: makeupFor === null ? undefined : true })
