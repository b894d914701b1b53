/** The words of shops' tables. A name proposes only as a whole; where only a word decides, the preview shows what it decided. */

const whole = (...words: ReadonlyArray<string>): RegExp => new RegExp(`^(?:${words.join("|")})$`, "iu")

/** Signs and codes of money behind a name, as in `Umsatz (€)`. */
const unitBehind =
  /[(\uff08[](?:\u4eba\u6c11\u5e01|rmb|[a-z]{3}|\u5355\u4f4d[:\uff1a]?\u5143|\u5143|[\u00a5\uffe5\u20ac$\u00a3\u20a9])[)\uff09\]]$|[ _](?:eur|usd|gbp|cny|rmb)$/iu

/** A name as it is compared: `gross_revenue` is `gross revenue`, and a unit behind it is none of its words. */
export const plainName = (name: string): string =>
  name.toLowerCase().replace(unitBehind, "").replaceAll(/[_\s]/gu, " ").replace(/[:\uff1a?*]$/u, "").trim()

/** Names of a column that can only be the takings. Every other name is asked. */
export const takings = whole(
  "(?:(?:收入|收款方式|营业|门店|店铺|[日当今本每]+|当日|今日|本日|每日) ?)?(?:营业额|營業額|营业收入|营业总额|营业款|营收|营业流水|流水|流水金额|销售额|销售收入|销售金额|销售总额|业绩|实收|实收金额|实收款|实收合计|实收总额|商家实收|实付金额|应结订单金额|金额|金額|总金额|总额|合计金额|合计|總計|总计|总收入)",
  "売上(?:高|金額|合計)?|総売上|合計(?:金額)?|(?:총 ?)?매출(?:액|금액)?|금액|합계(?: ?금액)?|결제 ?금액",
  "(?:daily |day |total |net |gross )?(?:sales|revenues?|turnover|takings)(?: total| amount)?",
  "(?:grand |net |gross |total |order |paid |converted )?(?:amount|totals?)|total (?:collected|paid)|amount paid",
  "(?:tages|gesamt|netto|brutto)?[- ]?ums[aä]tze?|umsatz (?:brutto|netto|gesamt)|(?:gesamt|end|brutto|netto)?betrag|(?:tages)?einnahmen?|(?:tages)?losung|erlöse?|(?:gesamt)?summe|gesamt|brutto",
  "chiffre d['’]affaires|ca(?: ttc| ht)?|recettes?(?: du jour)?|montant(?: total| ttc)?|total ttc|ventes?(?: totales?)?",
  "ventas?(?: totale?s?)?|importe(?: total)?|ingresos|monto(?: total)?|facturación",
  "receita(?: total)?|faturamento|vendas?(?: totais)?|valor(?: total)?",
  "incass[oi](?: totale)?|totale|importo(?: totale)?|ricav[oi]|vendite|corrispettivi|fatturato",
  "(?:dag)?omzet(?: totaal)?|totaal|(?:totaal)?bedrag",
  "kwota|sprzedaż|utarg|obrót|razem|suma"
)

const wayOfPayment =
  "现金|微信|支付宝|刷卡|银联|银行卡|扫码|美团|饿了么|抖音|储值卡?|会员卡?|外卖|堂食|自提|团购|代金券|挂账|[早午晚]市|[早中晚]班|bar|ec|(?:ec |giro|kredit|geschenk)?-?(?:karten?|cards?)|gutscheine?|rechnung|cash|credit card|debit card|gift cards?|vouchers?|invoice|wechat(?: pay)?|alipay|apple pay|google pay|paypal|twint|klarna|visa|mastercard|amex|eftpos|e-?wallet|online|delivery|dine[- ]?in|take ?-?away|take ?out|lunch|dinner|breakfast|espèces|cartes?(?: bancaires?)?|chèques?|tickets? resto|efectivo|tarjetas?|contanti|carte|dinheiro|cartão|pix|pin|contant|現金|カード|현금|카드"
/** Names of a part of the takings: a way of payment, or a part of the day. */
export const part = new RegExp(
  `^(?:(?:${wayOfPayment})[ /]?)+(?:收入|收款|支付|付款|金额|销售额?|营业额|实收|到账|payments?|sales|takings|amount|umsatz|zahlungen)?$`,
  "iu"
)

/** Names that are a number of something, a price, a cost or a part that is taken off: never the takings. */
export const never =
  /[\u5355\u55ae]\u6570|\u55ae\u6578|\u8ba2\u5355[\u6570\u91cf]|\u7b14\u6570|\u6570\u91cf|\u4ef6\u6570|\u5ba2[\u6570\u6d41\u5355]|\u4eba[\u6570\u6b21]|\u4eba\u6578|\u5ba2\u6578|\u684c\u6570|\u676f\u6570|\u4efd\u6570|\u5e8f\u53f7|\u7f16\u53f7|\u53f7$|\u5355\u4ef7|\u5747\u4ef7|\u4ef7\u683c|\u5e73\u5747|\u8d39\u7387|\u624b\u7eed\u8d39|\u4f63\u91d1|\u6210\u672c|\u6bdb\u5229|\u5229\u6da6|\u5360\u6bd4|\u7387$|\u5e93\u5b58|\u4f59\u989d|\u6e29\u5ea6|\u652f\u51fa|\u5145\u503c|\u9884\u4ed8|\u62bc\u91d1|\u5b9a\u91d1|\u76ee\u6807|\u9884\u7b97|\u6628\u65e5|\u524d\u65e5|\u53bb\u5e74|\u4e0a\u5e74|\u540c\u671f|\u7d2f\u8ba1|\u73af\u6bd4|\u540c\u6bd4|\u7535\u8bdd|\u90ae\u7f16|\u91cd\u91cf|\u65f6\u957f|\u9000\u6b3e|\u9000\u8d27|\u9000\u5355|\u6298\u6263|\u4f18\u60e0|\u62b9\u96f6|(?<!\u542b)\u7a0e|\u5c0f\u8d39|\u7ea2\u5305|\u8d60\u9001|\ubd80\uac00\uc138|\uc138\uc561|\uc218\ub7c9|\ub2e8\uac00|\u6570\u91cf|\u5358\u4fa1|\u7a0e\u984d|\b(?:orders?|transactions|no\.?|nr\.?|number|ids?|codes?)$|\b(?:belege|bons|tickets|counts?|qty|quantity|quantit\u00e9|anzahl|menge|nombre|cantidad|quantidade|quantit\u00e0|aantal|guests|covers|couverts|cubiertos|coperti|customers|zip ?code|post(?:al)? ?code|plz|phone|rank|weight|kg|latitude|longitude|prices?|preis|prix|precio|pre\u00e7o|prezzo|prijs|costs?|cogs|kosten|co[u\u00fb]ts?|margin|profit|expenses?|debit|soll|d\u00e9bit|d\u00e9bito|balance|saldo|solde|guthaben|fees?|rates?|units?|target|budget|average|avg|last year|cumulative|running|refund(?:s|ed)?|returns?|discounts?|rabatte?|remises?|descuento|desconto|sconto|korting|tax(?:es)?|vat|tva|iva|mwst|ust|btw|trinkgeld(?:er)?|tips?|pourboires?|propinas?|coupons?|shipping|versand|void(?:ed)?)\b|(?<=\p{Ll})(?:id|code)$|^(?:hour|minute|day|week|month|year)s?(?: of (?:the )?[a-z]+)?$|\b(?:hours|minutes|age)$|%|^#$/iu
/** A name that says of which form of the amounts it is: `Sales (incl. tax)` is no tax. */
export const qualified =
  /\b(?:incl|excl|inkl|exkl|zzgl|including|excluding|before|after|net of|less|ohne|vor|nach|hors|avant|apr\u00e8s)\b|[\u524d\u540e\u5f8c]/iu
/** What is taken off an amount, or added to it: beside it, the amount is asked. */
export const deduction =
  /\u9000|\u6298\u6263|\u4f18\u60e0|\u62b9\u96f6|(?<!\u542b)\u7a0e|\u5c0f\u8d39|\u7ea2\u5305|\u8d60\u9001|refund|return|discount|\btax|\bvat\b|mwst|\bust\b|rabatt|trinkgeld|\btips?\b|coupon|shipping|void/iu

/** A column of money beside the amount that was paid back. */
export const refunds = whole(
  "退款(?:金额|额)?|退货(?:金额)?|(?:converted )?(?:total |amount )?refund(?:s|ed)?(?: amount| total)?|returns?|erstattung(?:en)?|rückerstattung(?:en)?|remboursements?|reembolsos?|devoluciones|rimborsi|返金額?|환불(?:금액)?"
)
/** Amounts of which refunds are already taken off. */
export const net = /\u5b9e\u6536|\u5e94\u7ed3|\u51c0|\bnet\b|netto|\u5546\u5bb6|collected/iu

export const total =
  /\u5408[\u8ba1\u8a08]|[\u603b\u7e3d]\u8ba1|\u603b\u989d|\u5c0f[\u8ba1\u8a08]|\u603b\u6536\u5165|\ud569\uacc4|total|gesamt|summe|sum\b/iu
/** A name over amounts, wherever a table may begin. */
export const money =
  /\u91d1\u989d|\u91d1\u984d|\u8425\u4e1a\u989d|\u71df\u696d\u984d|\u8425\u6536|\u5b9e\u6536|\u5e94\u6536|\u5e94\u7ed3|\u6536\u5165|\u6d41\u6c34|\u9500\u552e\u989d|\u4e1a\u7ee9|\u603b\u989d|\u51c0\u989d|\u5165\u8d26|\u5230\u8d26|\u7ed3\u7b97|\u5408\u8ba1|\u603b\u8ba1|\u5c0f\u8ba1|\u6536\u6b3e|\u5b9e\u4ed8|\u6d88\u8d39|\u8425\u4e1a\u6b3e|\u58f2\u4e0a|\ub9e4\ucd9c|\uae08\uc561|\ud569\uacc4|amount|sales|revenue|turnover|takings|total|gross|net\b|income|umsatz|betrag|chiffre|ventes|ventas|importe|omzet|incass|montant|recette|kwota|receita/iu

const totalWord =
  "合[计計]|[总總総][计計]|共[计計]|小[计計]|합계|소계|총 ?합?계|累计|总和|月计|周计|日计|合計|(?:grand|sub|day)?-?total(?:e[ns]?|s)?|totaal|sum|summe|gesamt(?:summe)?|suma|somme|razem"
const statisticWord =
  "平均[值数]?|日均|均值|average|avg|mean|mittelwert|durchschnitt|moyenne|promedio|média|media|gemiddelde?|最[高低大小][值日]?|max(?:imum)?|min(?:imum)?|环比|同比|占比|去年(?:同期)?|上年(?:同期)?|上月|目标|预算|target|budget|last year"
/** What may stand beside a total's word without making it the name of a thing. */
const beside =
  "[\\d\\p{P}\\p{S}\\s]|年|月|日|周|天|季度?|笔|元|本|当|全|每|单|共|店|额|营业额?|销售额?|收入|实收|金额|人民币|rmb|eur|usd|cny|for|of|the|and|per|days?|weeks?|month(?:ly)?|year|net|gross|sales|amount|revenue|turnover|netto|brutto|umsatz|tage|monat|jan\\p{L}*|feb\\p{L}*|mar\\p{L}*|apr\\p{L}*|may|jun\\p{L}*|jul\\p{L}*|aug\\p{L}*|sep\\p{L}*|oct\\p{L}*|nov\\p{L}*|dec\\p{L}*"
const saying = (word: string): RegExp => new RegExp(`^(?:${beside})*?(?:${word})(?:${beside}|${totalWord})*$`, "iu")
/** A cell that says total, or the name of a figure of many days, and nothing else: `Total Care` is a thing. */
export const totalRow = saying(totalWord)
export const statistic = saying(statisticWord)
export const subtotalRow = /\u5c0f[\u8ba1\u8a08]|\uc18c\uacc4|sub|\u6708\u8ba1|\u5468\u8ba1|\d\u6708/iu
export const wholeTotal =
  /^(\u5408[\u8ba1\u8a08]|[\u603b\u7e3d]\u8ba1|\u5171\u8ba1|\u5c0f[\u8ba1\u8a08]|\u65e5\u8ba1|\u65e5\u5408\u8ba1|\u5f53\u65e5\u5408\u8ba1|(grand|sub|day)?[- ]?totals?)[:\uff1a]?$/iu

/** A column whose values are the numbers of receipts or orders. */
export const documentNumber = whole(
  "(?:商户|交易|订单|平台|收款)?(?:单号|订单号|流水号|交易号|小票号?|票号|订单编号)|(?:交易|商户)订单号",
  "(?:sales? )?(?:receipt|order|invoice|transaction|check|ticket|bill|payment)s?(?: ?(?:id|no\\.?|number|num|#|name|nr\\.?))?",
  "(?:bon|beleg|rechnungs?|bestell)-?(?:nr\\.?|nummer)|n° ?(?:de )?(?:ticket|facture|commande)|transaction"
)

export const freeText =
  /\u5907\u6ce8|\u8bf4\u660e|\u5546\u54c1|\u5bf9\u65b9|\u540d\u79f0|\u6458\u8981|\u5929\u6c14|\u661f\u671f|note|memo|remark|comment|item|product|description|customer|name|weekday/iu

/** Names of a column that says what became of a row, or what kind it is. */
export const state = whole(
  "(?:交易|订单|支付|退款|付款|结算|当前)?状态|收/支|收支(?:类型)?|(?:交易|业务|订单|账务|收支)?类型|业务(?:描述|名称)?|交易分类|(?:支付|收款|付款|结账|交易)方式|标志|是否(?:作废|取消|退款|有效)",
  "(?:payment |order |financial |transaction |fulfillment |refund |sale )?stat(?:us|e)|(?:transaction |payment |order |sale |receipt |record |entry )?(?:type|kind)|typ|tipo|payment method|tender(?: type)?|event type|category",
  "(?:is )?(?:voided|void|cancell?ed|deleted|refunded|refund|reversed)",
  "zahlungs(?:status|art)|vorgang|storno|statut|estado|stato|status betaling|(?:payment )?result|bon-?art|beleg-?art|(?:支付|交易)结果"
)
/** A column of money's code. */
export const currency =
  /\u5e01\u79cd|\u8d27\u5e01|^(?:[a-z]+ )?(?:currency|curr\.?|ccy|w(?:\u00e4|ae)hrung|devise|moneda|moeda|valuta|wkz)(?: code)?$/iu
/** An amount that was changed into the shop's own currency. */
export const converted = /converted|settled|settlement|\u8bb0\u8d26|\u672c\u4f4d\u5e01|\u6362\u7b97/iu
export const branch = whole(
  "门店(?:名称)?|店铺(?:名称)?|分店|店名|(?:store|shop|branch|outlet|site)(?: name| id)?|location(?: name)?|filiale|standort|magasin|boutique|sucursal|tienda|loja|filial|negozio|punto vendita|winkel|vestiging|店舗名?|支店|매장명?|지점명?"
)
/** Columns of an account's statement, in which money goes out too. */
export const account =
  /balance|saldo|solde|guthaben|kontostand|\u4f59\u989d|\u6458\u8981|\u5bf9\u65b9|\biban\b|konto|verwendungszweck|buchungstext|payee|settlement/iu
/** Columns that say on which side of a book a row stands: which of them is takings follows from whose book it is. */
export const sides: ReadonlyArray<ReadonlyArray<string>> = [
  ["debit", "credit"],
  ["dr", "cr"],
  ["s", "h"],
  ["soll", "haben"],
  ["借", "贷"],
  ["in", "out"],
  ["d", "c"]
]
export const creditSide =
  /^(?:credits?|credit amount|paid in|money in|deposits?|haben|\u8d37\u65b9(?:\u91d1\u989d)?|\u6536\u5165(?:\u91d1\u989d)?|cr\u00e9dit|cr\u00e9dito|avere|gutschrift(?:en)?)$/iu
export const debitSide =
  /^(?:debits?|debit amount|paid out|money out|withdrawals?|soll|\u501f\u65b9(?:\u91d1\u989d)?|\u652f\u51fa(?:\u91d1\u989d)?|d\u00e9bit|d\u00e9bito|dare|lastschrift(?:en)?)$/iu

export const flag = /void|cancel|delete|refunded|reversed|storno|\u4f5c\u5e9f|\u662f\u5426\u53d6\u6d88|\u662f\u5426\u9000\u6b3e/iu
/** Values that deny what they name. */
const denied = /^(?:not|non|un|nicht|\u672a|\u65e0|\u5426)[ -]?/iu
const badWord =
  /\u9000|\u53d6\u6d88|\u5173\u95ed|\u4f5c\u5e9f|\u64a4\u9500|\u51b2\u6b63|\u5931\u8d25|\u652f\u51fa|\u4e0d\u8ba1|\u4e2d\u6027|\u672a\u652f\u4ed8|\u672a\u4ed8|\u5f85|\u6302\u8d26|\u8d60\u9001|\u6d4b\u8bd5|\u5145\u503c|\u50a8\u503c|\u63d0\u73b0|\u8f6c\u8d26|\u62bc\u91d1|\u8fdb\u8d27|\u91c7\u8d2d|deposit|top.?up|withdraw|transfer|payout|expense|void|cancel|refund|revoked|revers|fail|declined|reject|\breturn|avoir|r(?:\u00fc|ue)ckgabe|retoure?|training|\bfees?\b|_fee$|pending|unpaid|draft|requires|incomplete|expired|disputed|chargeback|storn|fehlgeschlagen|annul|\u00e9chou|cancelad|fallid|abgebrochen|abgelehnt|ausstehend|offen|abbuchung|auszahlung|en attente|refus|pendi?ente|rechaz|recusad|in sospeso|rifiutat|rimbors|rembours|reembols|devoluci|estorno|\u8fd4\u54c1|\u8fd4\u91d1|\ud658\ubd88|\ucde8\uc18c/iu
const goodWord =
  /\u5b8c\u6210|\u6210\u529f|\u5df2\u6536|\u5df2\u4ed8|\u5df2\u652f\u4ed8|\u5df2\u7ed3|\u5230\u8d26|\u6b63\u5e38|\u6709\u6548|\u8425\u4e1a|paid|complete|settled|success|succeeded|captured|fulfilled|closed|approved|bezahlt|abgeschlossen|erfolgreich|termin\u00e9e?|pay\u00e9e?|pagad|pagat|betaald/iu
/** Values that say that a row may be no sale. "Not refunded" is not refunded, and "unpaid" is not paid. */
export const isBad = (value: string): boolean =>
  denied.test(value) ? goodWord.test(value.replace(denied, "")) || /^\u672a/u.test(value) : badWord.test(value)
/** Values of a sale that counts. */
export const isGood = (value: string): boolean => denied.test(value) ? badWord.test(value.replace(denied, "")) : goodWord.test(value)
/** A part that was paid back, as the value says: neither way is right. */
export const partly = /\d|partial|\u90e8\u5206|teil/iu
export const refund =
  /\u9000|refund|\breturn|avoir|r(?:\u00fc|ue)ckgabe|retoure?|rembours|reembols|devoluci|rimbors|\u8fd4\u54c1|\u8fd4\u91d1|\ud658\ubd88/iu
/** A kind that says sale: beside it, a kind that is not known is asked. */
export const sale = /\bsales?\b|verkauf|\bventes?\b|\bventas?\b|\bvendit[ae]\b|verkoop|\u9500\u552e|\u58f2\u4e0a|\ud310\ub9e4/iu

export const business = whole("营业日期?|business (?:date|day)|geschäftstag|営業日|영업일")
export const period = /\u6708\u4efd|month|week|\u5468\u6b21|\u5468\u671f|\u6bcf\u5468|\u6bcf\u6708/iu
/** Lines about the making of the file, whose year is not that of the days. */
export const made =
  /\u586b[\u8868\u62a5]|\u7f16\u5236|\u5236\u8868|\u6253\u5370|\u5bfc\u51fa|\u751f\u6210|\u521b\u5efa|\u540c\u671f|\u53bb\u5e74|\u5bf9\u6bd4|print|export|created|generated|last year|compared/iu
export const unit =
  /\u4e07\u5143|\u5343\u5143|\u767e\u5143|[(:\s]\u4e07[)\s]|[(]\u5206[)]|\u5355\u4f4d:\s*[\u4e07\u5343\u767e\u5206]|thousands|millions|[('\s]000s?[)\s]|\bTsd\b|\bTEUR\b|\(k\)|\u7f8e\u5143|\u6b27\u5143|\u6e2f\u5e01|\u6e2f\u5143|\u65e5\u5143|\u82f1\u9551|\b(?:USD|EUR|GBP|HKD|JPY|CNY|RMB|TWD|SGD|MYR)\b/iu
