import { createHmac, timingSafeEqual } from "node:crypto"

/** A screen that waits to be signed in: the hash of its secret, and until when it waits (milliseconds of the steady clock). */
interface Pairing {
  readonly hash: string
  readonly expiresAt: number
}

const seal = (key: string, body: string): string => createHmac("sha256", key).update(body).digest().subarray(0, 16).toString("base64url")

const isSame = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The code that the screen shows. Everyone may read it, because it is useless without the secret. The seal proves that this
 * installation created it, so nothing has to be stored before a person approves it.
 */
export const pairingCode = (key: string, { expiresAt, hash }: Pairing): string => {
  const body = `${Buffer.from(hash, "hex").toString("base64url")}.${expiresAt.toString(36)}`
  return `${body}.${seal(key, body)}`
}

const form = /^(([\w-]{43})\.([0-9a-z]{1,10}))\.([\w-]{22})$/

/** The content of a code; undefined for a text that this installation did not create. */
export const readPairing = (key: string, code: string): Pairing | undefined => {
  const [, body, id, end, given] = form.exec(code) ?? []
  if (body === undefined || id === undefined || end === undefined || given === undefined || !isSame(seal(key, body), given))
    return undefined
  return { hash: Buffer.from(id, "base64url").toString("hex"), expiresAt: Number.parseInt(end, 36) }
}
