import { Option, type Redacted } from "effect"
import { weaknessOf } from "../../Config/AdminToken.ts"
import { withoutFigure } from "../../Config/AmountSource.ts"
import { defaultName, defaultRanges, hasGroup, type ShopConfig } from "../../Config/ShopConfig.ts"
import { toYuan } from "../../Domain/Amount.ts"
import { formatCutoff } from "../../Domain/Calendar.ts"
import type { CentsRange } from "../../Domain/Generator.ts"

const rangeOf = ({ max, min }: CentsRange) => ({ min: toYuan(min), max: toYuan(max) })

const isDefault = (range: CentsRange, [min, max]: readonly [number, number]): boolean =>
  toYuan(range.min) === min && toYuan(range.max) === max

/** The settings that a new shop has to decide on. */
export const setupView = (config: ShopConfig, token: Option.Option<Redacted.Redacted>, people: number, zone: string) => ({
  shop_name: config.shopName,
  cutoff_time: formatCutoff(config.cutoff),
  time_zone: zone,
  named: config.shopName !== defaultName,
  strong_token: Option.isSome(token) && weaknessOf(token.value) === undefined,
  weekday_range: rangeOf(config.weekdayRange),
  weekend_range: rangeOf(config.weekendRange),
  generates: withoutFigure(config.amountSource) === "generate",
  own_ranges: !isDefault(config.weekdayRange, defaultRanges.weekday) || !isDefault(config.weekendRange, defaultRanges.weekend),
  chat: hasGroup(config),
  people,
  fallback_push: config.fallbackPush,
  remind_minutes: config.remindMinutes,
  backup: config.backupDir !== null,
  access: config.access
})
