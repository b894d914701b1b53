import { createHmac } from "node:crypto"

/** The bot's signature (rule 7.9): the key is the text to sign, the message is empty. */
export const sign = (timestampSeconds: number, secret: string): string =>
  createHmac("sha256", `${timestampSeconds}\n${secret}`).digest("base64")

/** The members that sign a body at an instant (milliseconds since 1970); none without a secret. */
export const signature = (now: number, secret: string): { readonly timestamp?: string; readonly sign?: string } => {
  const seconds = Math.floor(now / 1000)
  return secret === "" ? {} : { timestamp: String(seconds), sign: sign(seconds, secret) }
}
