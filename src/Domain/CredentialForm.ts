/* The form of the credentials that the service issues. The database stores only their hashes, so logs and traces recognize
   credentials by this form. */

export const tokenPrefix = "tvr_"
export const codePrefix = "tvi_"
/** The beginning of a session's cookie: a session of the master token, or of a named one. */
export const cookiePrefix = { master: "m.", named: "s." } as const

/** 256 random bits. */
export const isToken = (text: string): boolean => /^tvr_[\w-]{43}$/.test(text)

/** 128 random bits. */
export const isCode = (text: string): boolean => /^tvi_[\w-]{22}$/.test(text)

/** The kind of token that a session's cookie belongs to; undefined for any other text. */
export const cookieKind = (text: string): keyof typeof cookiePrefix | undefined => {
  const [, prefix] = /^([ms]\.)[\w-]{43}$/.exec(text) ?? []
  return prefix === undefined ? undefined : prefix === cookiePrefix.master ? "master" : "named"
}

/** An underscore and a point may be escaped in an address. Characters directly after a credential are removed with it. */
const anywhere = /tv[ri](?:_|%5f)[\w-]{22,}|[ms](?:\.|%2e)[\w-]{43,}/gi

/** Replaces every credential of the service in a text. */
export const withoutCredentials = (text: string, mark: string): string => text.replace(anywhere, mark)
