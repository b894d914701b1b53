import { textBody, toBody } from "./Feishu/Formats.ts"
import { signature } from "./Feishu/Signature.ts"
import { judge } from "./Feishu/Verdict.ts"
import type { Product, Target } from "./Product.ts"

const request = (body: object, { address, now, secret }: Target) => {
  const signed = signature(now, secret)
  return { url: address, body: JSON.stringify({ ...signed, ...body }), secrets: [secret, signed.sign ?? ""] }
}

/** Feishu's and Lark's hosts: the interface, and those of flows and companies. */
const isOwnHost = (hostname: string): boolean => /(?:^|\.)(?:feishu\.cn|larksuite\.com|larkoffice\.com)$/.test(hostname)

/** Paths that look like a custom bot's, also behind a gateway: a flow's, the first version's, and one without an id. */
const otherAddresses = /\/flow\/api\/trigger-webhook\/|\/base\/automation\/webhook\/|\/open-apis\/bot\/(?:hook(?:\/|$)|v2\/hook\/?$)/

/**
 * Feishu's and Lark's custom bot (rules 7.1 to 7.5 and 7.9). Its limits are 5 requests a second and 100 a minute (rule
 * 7.10): requests at least 250 ms apart, from a bucket of 4 that fills at 90 a minute, so that no second has more than
 * 5 and no minute more than 94.
 */
export const feishu: Product = {
  name: "feishu",
  title: "Feishu",
  recognises: ({ hostname }) => isOwnHost(hostname),
  expected: ({ hostname, pathname }) =>
    (isOwnHost(hostname) ? !/^\/open-apis\/bot\/v2\/hook\/[^/]+$/.test(pathname) : otherAddresses.test(pathname))
      ? "the address of a custom bot, https://open.feishu.cn/open-apis/bot/v2/hook/… with its id, not that of a flow or of the old /bot/hook/"
      : undefined,
  settings: ["secret", "keyword"],
  limits: { spacing: 250, burst: 4, refill: Math.ceil(60_000 / 90), requestBytes: 20 * 1024 },
  formats: ["card", "post", "text"],
  message: toBody,
  notice: textBody,
  request,
  judge,
  // The bot checks address and signature, then refuses the missing message.
  probe: (to) => ({
    request: request({}, to),
    isAlive: ({ code, verdict }) => code !== null && (verdict === "format" || verdict === "delivered")
  })
}
