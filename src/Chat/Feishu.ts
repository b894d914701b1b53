import { textBody, toBody } from "./Feishu/Formats.ts"
import { signature } from "./Feishu/Signature.ts"
import { judge } from "./Feishu/Verdict.ts"
import type { Product } from "./Product.ts"

/**
 * Feishu's and Lark's custom bot (rules 7.1 to 7.5 and 7.9). Its limits are 5 requests a second and 100 a minute (rule
 * 7.10): requests at least 250 ms apart, from a bucket of 4 that fills at 90 a minute, so that no second has more than
 * 5 and no minute more than 94.
 */
export const feishu: Product = {
  name: "feishu",
  recognises: ({ hostname }) => hostname === "open.feishu.cn" || hostname === "open.larksuite.com",
  limits: { spacing: 250, burst: 4, refill: Math.ceil(60_000 / 90), requestBytes: 20 * 1024 },
  message: toBody,
  notice: textBody,
  probe: {},
  sign: (body, secret, now) => {
    const signed = signature(now, secret)
    return { body: { ...signed, ...body }, secrets: [secret, signed.sign ?? ""] }
  },
  judge
}
