import type { Delivery } from "../Domain/Attempt.ts"
import type { Product } from "./Product.ts"
import { isFromEdge, type JudgeOptions, parseJson, type Reply, sentenceWith } from "./Reply.ts"
import { blockedOnTheWay } from "./Ruling.ts"

/** Products whose refusals may be plain text. */
const repliesInWords: ReadonlySet<Product["name"]> = new Set(["slack", "webhook"])

/** A refusal that is a text, where the product's refusals are JSON objects. */
const isOtherText = ({ name }: Product, { body }: Reply): boolean =>
  !repliesInWords.has(name) && body.trim() !== "" && typeof parseJson(body) !== "object"

/**
 * Whether a refusal comes from the network in front of the bot and not from the product. A receiver of one's own may reply with a
 * page as well, except that its 403 would not be one. A body that is too large is refused by whatever is in front, too.
 */
const isBlocked = (product: Product, reply: Reply): boolean => {
  const { status } = reply
  // A bot without a name has no replies to tell from others, so its own table decides (rule 7.28).
  if (product.triesEveryFormat === true || status < 400 || status > 499 || status === 413) return false
  if (status !== 403) return product.name !== "webhook" && isFromEdge(reply)
  return isFromEdge(reply) || isOtherText(product, reply)
}

/** The verdict of a product on a reply. What is not the product's is neither a success nor a refusal (rule 7.23). */
export const judgeReply = (product: Product, reply: Reply, options: JudgeOptions): Delivery => {
  const delivery = product.judge(reply, options)
  const isRefusal = delivery.verdict === "permanent" || delivery.verdict === "format"
  if (!isRefusal || delivery.isGone === true || !isBlocked(product, reply)) return delivery
  const [verdict, sentence] = blockedOnTheWay
  return { ...delivery, verdict, detail: sentenceWith(sentence, [`HTTP ${reply.status}`], "", options) }
}
