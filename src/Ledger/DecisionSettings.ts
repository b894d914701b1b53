import { isAsked, withoutFigure } from "../Config/AmountSource.ts"
import { holidayCalendar } from "../Config/HolidayCalendar.ts"
import { chatsOf, type ShopConfig } from "../Config/ShopConfig.ts"
import type { Calendar } from "../Domain/Calendar.ts"
import { decimalsOf } from "../Domain/Decimals.ts"
import type { Settings } from "../Domain/Decision/State.ts"
import type { GeneratorSettings } from "../Domain/Generator.ts"

/** What the amounts of generated days depend on. The seed is the installation's. */
export const generatorSettings = (config: ShopConfig, seed: string): GeneratorSettings => ({
  seed,
  isWhole: decimalsOf(config.currency.code) === 0,
  weekday: config.weekdayRange,
  weekend: config.weekendRange,
  ...(config.holidayRanges ? { special: { holidays: holidayCalendar(config), range: config.holidayRange } } : {})
})

/** What a decision and its messages depend on of the shop's settings: a view of them, which has no default of its own. */
export const decisionSettings = (config: ShopConfig, calendar: Calendar, seed: string): Settings & Pick<ShopConfig, "reports"> => ({
  goals: config.goals,
  fallbackPush: config.fallbackPush,
  importNotify: config.importNotify,
  closedWeekdays: config.closedWeekdays,
  feedSilenceMinutes: config.feedSilenceMinutes,
  dayStartsAt: config.dayStartsAt,
  reports: config.reports,
  calendar,
  generator: generatorSettings(config, seed),
  holidays: holidayCalendar(config),
  recipients: chatsOf(config),
  withoutFigure: withoutFigure(config.amountSource),
  isAsked: isAsked(config.amountSource)
})
