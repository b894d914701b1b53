import { t } from "../../shared/language.ts"

/** Parts of a browser's User-Agent and the devices that they mean. The first match counts. */
const devices = [
  [/iPhone/, "iphone"],
  [/iPad/, "ipad"],
  [/HUAWEI|HONOR|HarmonyOS|OpenHarmony/i, "huawei"],
  [/Xiaomi|Redmi|MiuiBrowser|\bMI \d/i, "xiaomi"],
  [/OPPO|HeyTap/i, "oppo"],
  [/vivo/i, "vivo"],
  [/Android/, "android"],
  [/Windows/, "windows"],
  [/Macintosh/, "mac"],
  [/Linux|CrOS/, "linux"]
] as const

/** A readable name for the device of a session. */
export const deviceOf = ({ current, device }: { device: string; current: boolean }) =>
  t(current ? "device.this" : `device.${devices.find(([pattern]) => pattern.test(device))?.[1] ?? "other"}`)
