import { feishu } from "./Feishu.ts"
import type { Product } from "./Product.ts"

export const products: ReadonlyArray<Product> = [feishu]

/** The product of an address. An unknown host is treated as a Feishu bot: it may be a company's gateway to one. */
export const productOf = (address: string): Product =>
  products.find(({ recognises }) => URL.canParse(address) && recognises(new URL(address))) ?? feishu
