/*
 * How the credentials that the service hands out are written. The database has only their hashes, so a log or a trace
 * recognizes them by their form.
 */

export const tokenPrefix = "tvr_"
export const codePrefix = "tvi_"
/** A session's cookie begins with one of these: of the master token, or of a named one. */
export const cookiePrefix = { master: "m.", named: "s." } as const

/** 256 random bits. */
export const isToken = (text: string): boolean => /^tvr_[\w-]{43}$/.test(text)

/** 128 random bits. */
export const isCode = (text: string): boolean => /^tvi_[\w-]{22}$/.test(text)

/** Whose session a cookie is of; undefined for any other text. */
export const cookieKind = (text: string): keyof typeof cookiePrefix | undefined => {
  const [, prefix] = /^([ms]\.)[\w-]{43}$/.exec(text) ?? []
  return prefix === undefined ? undefined : prefix === cookiePrefix.master ? "master" : "named"
}

/** An underscore and a point may be escaped in an address. What follows a credential directly is removed with it. */
const anywhere = /tv[ri](?:_|%5f)[\w-]{22,}|[ms](?:\.|%2e)[\w-]{43,}/gi

/** Replaces every credential of the service in a text. */
export const withoutCredentials = (text: string, mark: string): string => text.replace(anywhere, mark)
