import { feishu } from "./Feishu.ts"
import type { Product } from "./Product.ts"

export const products: ReadonlyArray<Product> = [feishu]

/** The product of an address. An unknown host is addressed as a Feishu bot, such as one behind a gateway of the company. */
export const productOf = (address: string): Product =>
  products.find(({ recognises }) => URL.canParse(address) && recognises(new URL(address))) ?? feishu
