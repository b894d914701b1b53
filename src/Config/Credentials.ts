import { consoleBot, isObject } from "./Forms.ts"

/** Whether a member of `config.json` signs or opens a chat. */
export const isCredential = (key: string, value: unknown): boolean =>
  /(?:^|_)(?:secret|url)$/.test(key) && key !== "public_url" && value !== "" && value !== consoleBot

/** Whether members of `config.json`, or members within them, have a credential. */
export const holdsCredential = (value: unknown): boolean =>
  typeof value === "object" && value !== null &&
  Object.entries(value).some(([key, member]) => isCredential(key, member) || holdsCredential(member))

/** The same members without them. */
export const withoutCredentials = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutCredentials)
    : isObject(value)
    ? Object.fromEntries(
      Object.entries(value).filter(([key, member]) => !isCredential(key, member)).map(([key, member]) => [key, withoutCredentials(member)])
    )
    : value
