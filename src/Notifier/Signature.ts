import { createHmac } from "node:crypto"

/** The bot's signature (contract 7): the key is the text to sign, the message is empty. */
export const sign = (timestampSeconds: number, secret: string): string =>
  createHmac("sha256", `${timestampSeconds}\n${secret}`).digest("base64")
