/** How many decimals a currency has by ISO 4217, where it has not two. */
const exceptions: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW"
}

/** Not by `Intl`, which shows no decimals for IDR, HUF and COP. */
const known: ReadonlyMap<string, number> = new Map(
  Object.entries(exceptions).flatMap(([decimals, codes]) => codes.split(" ").map((code) => [code, Number(decimals)]))
)

export const decimalsOf = (currency: string): number => known.get(currency) ?? 2
