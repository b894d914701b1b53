/** The words of shops' tables. A name proposes only as a whole; where only a word decides, the preview shows what it decided. */

const whole = (...words: ReadonlyArray<string>): RegExp => new RegExp(`^(?:${words.join("|")})$`, "iu")

/** Signs and codes of money behind a name, as in `Umsatz (€)`. */
const unitBehind = /[(（[](?:人民币|rmb|[a-z]{3}|单位[:：]?元|元|[¥￥€$£₩])[)）\]]$|[ _](?:eur|usd|gbp|cny|rmb)$/iu

/** A name as it is compared: `gross_revenue` is `gross revenue`, and a unit behind it is none of its words. */
export const plainName = (name: string): string =>
  name.toLowerCase().replace(unitBehind, "").replaceAll(/[_\s]/gu, " ").replace(/[:：?*]$/u, "").trim()

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
  /[单單]数|單數|订单[数量]|笔数|数量|件数|客[数流单]|人[数次]|人數|客數|桌数|杯数|份数|序号|编号|号$|单价|均价|价格|平均|费率|手续费|佣金|成本|毛利|利润|占比|率$|库存|余额|温度|支出|充值|预付|押金|定金|目标|预算|昨日|前日|去年|上年|同期|累计|环比|同比|电话|邮编|重量|时长|退款|退货|退单|折扣|优惠|抹零|(?<!含)税|小费|红包|赠送|부가세|세액|수량|단가|数量|単価|税額|\b(?:orders?|transactions|no\.?|nr\.?|number|ids?|codes?)$|\b(?:belege|bons|tickets|counts?|qty|quantity|quantité|anzahl|menge|nombre|cantidad|quantidade|quantità|aantal|guests|covers|customers|zip ?code|post(?:al)? ?code|plz|phone|rank|weight|kg|latitude|longitude|prices?|preis|prix|precio|preço|prezzo|prijs|costs?|cogs|kosten|co[uû]ts?|margin|profit|expenses?|debit|soll|débit|débito|balance|saldo|solde|guthaben|fees?|rates?|units?|target|budget|average|avg|last year|cumulative|running|refund(?:s|ed)?|returns?|discounts?|rabatte?|remises?|descuento|desconto|sconto|korting|tax(?:es)?|vat|tva|iva|mwst|ust|btw|trinkgeld(?:er)?|tips?|pourboires?|propinas?|coupons?|shipping|versand|void(?:ed)?)\b|(?<=\p{Ll})(?:id|code)$|^(?:hour|minute|day|week|month|year)s?(?: of (?:the )?[a-z]+)?$|\b(?:hours|minutes|age)$|%|^#$/iu
/** A name that says of which form of the amounts it is: `Sales (incl. tax)` is no tax. */
export const qualified =
  /\b(?:incl|excl|inkl|exkl|zzgl|including|excluding|before|after|net of|less|ohne|vor|nach|hors|avant|après)\b|[前后後]/iu
/** What is taken off an amount, or added to it: beside it, the amount is asked. */
export const deduction =
  /退|折扣|优惠|抹零|(?<!含)税|小费|红包|赠送|refund|return|discount|\btax|\bvat\b|mwst|\bust\b|rabatt|trinkgeld|\btips?\b|coupon|shipping|void/iu

/** A column of money beside the amount that was paid back. */
export const refunds = whole(
  "退款(?:金额|额)?|退货(?:金额)?|(?:total |amount )?refund(?:s|ed)?(?: amount| total)?|returns?|erstattung(?:en)?|rückerstattung(?:en)?|remboursements?|reembolsos?|devoluciones|rimborsi|返金額?|환불(?:금액)?"
)
/** Amounts of which refunds are already taken off. */
export const net = /实收|应结|净|\bnet\b|netto|商家|collected/iu

export const total = /合[计計]|[总總]计|总额|小[计計]|总收入|합계|total|gesamt|summe|sum\b/iu
/** A name over amounts, wherever a table may begin. */
export const money =
  /金额|金額|营业额|營業額|营收|实收|应收|应结|收入|流水|销售额|业绩|总额|净额|入账|到账|结算|合计|总计|小计|收款|实付|消费|营业款|売上|매출|금액|합계|amount|sales|revenue|turnover|takings|total|gross|net\b|income|umsatz|betrag|chiffre|ventes|ventas|importe|omzet|incass|montant|recette|kwota|receita/iu

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
export const subtotalRow = /小[计計]|소계|sub|月计|周计|\d月/iu
export const wholeTotal = /^(合[计計]|[总總]计|共计|小[计計]|日计|日合计|当日合计|(grand|sub|day)?[- ]?totals?)[:：]?$/iu

/** A column whose values are the numbers of receipts or orders. */
export const documentNumber = whole(
  "(?:商户|交易|订单|平台|收款)?(?:单号|订单号|流水号|交易号|小票号?|票号|订单编号)|(?:交易|商户)订单号",
  "(?:sales? )?(?:receipt|order|invoice|transaction|check|ticket|bill|payment)s?(?: ?(?:id|no\\.?|number|num|#|name|nr\\.?))?",
  "(?:bon|beleg|rechnungs?|bestell)-?(?:nr\\.?|nummer)|n° ?(?:de )?(?:ticket|facture|commande)|transaction"
)

export const freeText = /备注|说明|商品|对方|名称|摘要|天气|星期|note|memo|remark|comment|item|product|description|customer|name|weekday/iu

/** Names of a column that says what became of a row, or what kind it is. */
export const state = whole(
  "(?:交易|订单|支付|退款|付款|结算|当前)?状态|收/支|收支(?:类型)?|(?:交易|业务|订单|账务|收支)?类型|业务(?:描述|名称)?|交易分类|(?:支付|收款|付款|结账|交易)方式|标志|是否(?:作废|取消|退款|有效)",
  "(?:payment |order |financial |transaction |fulfillment |refund |sale )?stat(?:us|e)|(?:transaction |payment |order |sale |receipt |record |entry )?(?:type|kind)|typ|tipo|payment method|tender(?: type)?|event type|category",
  "(?:is )?(?:voided|void|cancell?ed|deleted|refunded|refund|reversed)",
  "zahlungs(?:status|art)|vorgang|storno|statut|estado|stato|status betaling|(?:payment )?result|bon-?art|beleg-?art|(?:支付|交易)结果"
)
/** A column of money's code. */
export const currency = /币种|货币|^(?:[a-z]+ )?(?:currency|curr\.?|ccy|w(?:ä|ae)hrung|devise|moneda|moeda|valuta|wkz)(?: code)?$/iu
/** An amount that was changed into the shop's own currency. */
export const converted = /converted|settled|settlement|记账|本位币|换算/iu
export const branch = whole(
  "门店(?:名称)?|店铺(?:名称)?|分店|店名|(?:store|shop|branch|outlet|site)(?: name| id)?|location(?: name)?|filiale|standort|magasin|boutique|sucursal|tienda|loja|filial|negozio|punto vendita|winkel|vestiging|店舗名?|支店|매장명?|지점명?"
)
/** Columns of an account's statement, in which money goes out too. */
export const account =
  /balance|saldo|solde|guthaben|kontostand|余额|摘要|对方|\biban\b|konto|verwendungszweck|buchungstext|payee|settlement/iu
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
  /^(?:credits?|credit amount|paid in|money in|deposits?|haben|贷方(?:金额)?|收入(?:金额)?|crédit|crédito|avere|gutschrift(?:en)?)$/iu
export const debitSide =
  /^(?:debits?|debit amount|paid out|money out|withdrawals?|soll|借方(?:金额)?|支出(?:金额)?|débit|débito|dare|lastschrift(?:en)?)$/iu

export const flag = /void|cancel|delete|refunded|reversed|storno|作废|是否取消|是否退款/iu
/** Values that deny what they name. */
const denied = /^(?:not|non|un|nicht|未|无|否)[ -]?/iu
const badWord =
  /退|取消|关闭|作废|撤销|冲正|失败|支出|不计|中性|未支付|未付|待|挂账|赠送|测试|充值|储值|提现|转账|押金|进货|采购|deposit|top.?up|withdraw|transfer|payout|expense|void|cancel|refund|revoked|revers|fail|declined|reject|\breturn|avoir|r(?:ü|ue)ckgabe|retoure?|training|\bfees?\b|_fee$|pending|unpaid|draft|requires|incomplete|expired|disputed|chargeback|storn|fehlgeschlagen|annul|échou|cancelad|fallid|abgebrochen|abgelehnt|ausstehend|offen|abbuchung|auszahlung|en attente|refus|pendi?ente|rechaz|recusad|in sospeso|rifiutat|rimbors|rembours|reembols|devoluci|estorno|返品|返金|환불|취소/iu
const goodWord =
  /完成|成功|已收|已付|已支付|已结|到账|正常|有效|营业|paid|complete|settled|success|succeeded|captured|fulfilled|closed|approved|bezahlt|abgeschlossen|erfolgreich|terminée?|payée?|pagad|pagat|betaald/iu
/** Values that say that a row may be no sale. "Not refunded" is not refunded, and "unpaid" is not paid. */
export const isBad = (value: string): boolean =>
  denied.test(value) ? goodWord.test(value.replace(denied, "")) || /^未/u.test(value) : badWord.test(value)
/** Values of a sale that counts. */
export const isGood = (value: string): boolean => denied.test(value) ? badWord.test(value.replace(denied, "")) : goodWord.test(value)
/** A part that was paid back, as the value says: neither way is right. */
export const partly = /\d|partial|部分|teil/iu
export const refund = /退|refund|\breturn|avoir|r(?:ü|ue)ckgabe|retoure?|rembours|reembols|devoluci|rimbors|返品|返金|환불/iu
/** A kind that says sale: beside it, a kind that is not known is asked. */
export const sale = /\bsales?\b|verkauf|\bventes?\b|\bventas?\b|\bvendit[ae]\b|verkoop|销售|売上|판매/iu

export const business = whole("营业日期?|business (?:date|day)|geschäftstag|営業日|영업일")
export const period = /月份|month|week|周次|周期|每周|每月/iu
/** Lines about the making of the file, whose year is not that of the days. */
export const made = /填[表报]|编制|制表|打印|导出|生成|创建|同期|去年|对比|print|export|created|generated|last year|compared/iu
export const unit =
  /万元|千元|百元|[(:\s]万[)\s]|[(]分[)]|单位:\s*[万千百分]|thousands|millions|[('\s]000s?[)\s]|\bTsd\b|\bTEUR\b|\(k\)|美元|欧元|港币|港元|日元|英镑|\b(?:USD|EUR|GBP|HKD|JPY|CNY|RMB|TWD|SGD|MYR)\b/iu
