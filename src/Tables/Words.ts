/** The words of shops' tables. They propose and classify; where only a word decides, the preview shows what it decided. */

export const money =
  /\u91d1\u989d|\u91d1\u984d|\u8425\u4e1a\u989d|\u71df\u696d\u984d|\u8425\u6536|\u5b9e\u6536|\u5e94\u6536|\u5e94\u7ed3|\u6536\u5165|\u6d41\u6c34|\u9500\u552e\u989d|\u4e1a\u7ee9|\u603b\u989d|\u51c0\u989d|\u5165\u8d26|\u5230\u8d26|\u7ed3\u7b97|\u5408\u8ba1|\u603b\u8ba1|\u5c0f\u8ba1|\u6536\u6b3e|\u5b9e\u4ed8|\u6d88\u8d39|\u8425\u4e1a\u6b3e|\u58f2\u4e0a|\ub9e4\ucd9c|amount|sales|revenue|turnover|takings|total|gross|net\b|income|umsatz|betrag|chiffre|ventes|ventas|importe|omzet|incass/i
export const payment =
  /\u73b0\u91d1|\u5fae\u4fe1|\u652f\u4ed8\u5b9d|\u5237\u5361|\u94f6\u8054|\u94f6\u884c\u5361|\u626b\u7801|\u7f8e\u56e2|\u997f\u4e86\u4e48|\u6296\u97f3|\u50a8\u503c|\u4f1a\u5458|\u5916\u5356|\u5802\u98df|\u81ea\u63d0|\u56e2\u8d2d|[\u65e9\u5348\u665a]\u5e02|[\u65e9\u4e2d\u665a]\u73ed|\bbar\b|\bec\b|karte|girocard|gutschein|cash|card|wechat|alipay|visa|online|delivery|dine|take ?away|lunch|dinner/i
export const notTurnover =
  /[\u5355\u55ae]\u6570|\u55ae\u6578|\u8ba2\u5355[\u6570\u91cf]|\u7b14\u6570|\u6570\u91cf|\u4ef6\u6570|\u5ba2[\u6570\u6d41\u5355]|\u4eba[\u6570\u6b21]|\u4eba\u6578|\u5ba2\u6578|\u684c\u6570|\u676f\u6570|\u4efd\u6570|\u5e8f\u53f7|\u7f16\u53f7|\u53f7$|\u5355\u4ef7|\u5747\u4ef7|\u5e73\u5747|\u8d39\u7387|\u624b\u7eed\u8d39|\u4f63\u91d1|\u6210\u672c|\u6bdb\u5229|\u5229\u6da6|\u5360\u6bd4|\u7387$|\u5e93\u5b58|\u6e29\u5ea6|\u652f\u51fa|\u5145\u503c|\u9884\u4ed8|\u62bc\u91d1|\u5b9a\u91d1|\u76ee\u6807|\u9884\u7b97|\u6628\u65e5|\u524d\u65e5|\u53bb\u5e74|\u4e0a\u5e74|\u540c\u671f|\u7d2f\u8ba1|\u73af\u6bd4|\u540c\u6bd4|orders?$|belege|bons|tickets|count|qty|quantity|guests|covers|customers|transactions$|^no\.?$|^#$|\bid$|cost|margin|profit|\bfees?\b|rate|%|units|target|budget|average|last year|cumulative|running/i
export const deduction =
  /\u9000\u6b3e|\u9000\u8d27|\u9000\u5355|\u6298\u6263|\u4f18\u60e0|\u62b9\u96f6|(?<!\u542b)\u7a0e|\u5c0f\u8d39|\u4ee3\u91d1\u5238|\u7ea2\u5305|\u8d60\u9001|refund|return|discount|\btax|mwst|\bust\b|rabatt|trinkgeld|\btips?\b|coupon|shipping|void/i
export const total =
  /\u5408[\u8ba1\u8a08]|[\u603b\u7e3d]\u8ba1|\u603b\u989d|\u5c0f[\u8ba1\u8a08]|\u603b\u6536\u5165|total|gesamt|summe|sum\b/i
export const totalRow =
  /(\u5408[\u8ba1\u8a08]|[\u603b\u7e3d\u7dcf][\u8ba1\u8a08]|\u5171[\u8ba1\u8a08]|\u5c0f[\u8ba1\u8a08]|\ud569\uacc4|\uc18c\uacc4|\ucd1d\uacc4|\u7d2f\u8ba1|\u603b\u548c|\u6708\u8ba1|\u5468\u8ba1|\u65e5\u8ba1|\u5171\d+[\u5929\u65e5\u7b14]|totals?\b|\bsum\b|summe|gesamt|subtotal)/i
export const subtotalRow = /\u5c0f[\u8ba1\u8a08]|\uc18c\uacc4|sub|\u6708\u8ba1|\u5468\u8ba1|\d\u6708/i
export const wholeTotal =
  /^(\u5408[\u8ba1\u8a08]|[\u603b\u7e3d]\u8ba1|\u5171\u8ba1|\u5c0f[\u8ba1\u8a08]|\u65e5\u8ba1|\u65e5\u5408\u8ba1|\u5f53\u65e5\u5408\u8ba1|(grand|sub|day)?[- ]?totals?)[:\uff1a]?$/i
export const statistic =
  /\u5e73\u5747|\u65e5\u5747|\u5747\u503c|average|avg|\bmean\b|\u6700[\u9ad8\u4f4e\u5927\u5c0f]|\bmax|\bmin|\u73af\u6bd4|\u540c\u6bd4|\u5360\u6bd4|\u53bb\u5e74|\u4e0a\u5e74|\u4e0a\u6708|\u76ee\u6807|\u9884\u7b97|target|budget|last year/i
export const receiptNumber =
  /\u5355\u53f7|\u8ba2\u5355\u53f7|\u6d41\u6c34\u53f7|\u4ea4\u6613\u53f7|\u5c0f\u7968|\u7968\u53f7|receipt|order ?(id|no|number|#)?$|transaction|invoice|check ?(no|#)|ticket|bill ?no/i
export const freeText =
  /\u5907\u6ce8|\u8bf4\u660e|\u5546\u54c1|\u5bf9\u65b9|\u540d\u79f0|\u6458\u8981|\u5929\u6c14|\u661f\u671f|note|memo|remark|comment|item|product|description|customer|name|weekday/i
export const state =
  /\u72b6\u6001|\u6536\/\u652f|\u6536\u652f|\u7c7b\u578b|\u65b9\u5f0f|\u6807\u5fd7|\u662f\u5426|\u4e1a\u52a1|status|state|void|cancel|type|kind|refund/i
export const flag = /void|cancel|delete|refunded|\u4f5c\u5e9f|\u662f\u5426\u53d6\u6d88|\u662f\u5426\u9000\u6b3e/i
export const doubtful =
  /\u9000|\u53d6\u6d88|\u5173\u95ed|\u4f5c\u5e9f|\u64a4\u9500|\u51b2\u6b63|\u5931\u8d25|\u652f\u51fa|\u4e0d\u8ba1|\u4e2d\u6027|\u672a\u652f\u4ed8|\u672a\u4ed8|\u5f85|\u6302\u8d26|\u8d60\u9001|\u6d4b\u8bd5|\u5145\u503c|\u50a8\u503c|\u63d0\u73b0|\u8f6c\u8d26|\u62bc\u91d1|\u8fdb\u8d27|\u91c7\u8d2d|deposit|top.?up|withdraw|transfer|payout|expense|void|cancel|refund|revoked|reversed|failed|declined|pending|unpaid|draft/i
/** States of a sale that counts. Another one in a column of states is asked. */
export const good =
  /\u5b8c\u6210|\u6210\u529f|\u5df2\u6536|\u5df2\u4ed8|\u5df2\u652f\u4ed8|\u5df2\u7ed3|\u5230\u8d26|\u6b63\u5e38|\u6709\u6548|\u8425\u4e1a|paid|complete|settled|success|captured|fulfilled|closed|approved/i
export const business = /\u8425\u4e1a|business/i
export const completed = /\u5b8c\u6210|\u652f\u4ed8|\u4ed8\u6b3e|\u7ed3\u8d26|\u4ea4\u6613|closed|paid|completed/i
export const period = /\u6708\u4efd|month|week|\u5468\u6b21|\u5468\u671f|\u6bcf\u5468|\u6bcf\u6708/i
/** Lines about the making of the file, whose year is not that of the days. */
export const made =
  /\u586b[\u8868\u62a5]|\u7f16\u5236|\u5236\u8868|\u6253\u5370|\u5bfc\u51fa|\u751f\u6210|\u521b\u5efa|\u540c\u671f|\u53bb\u5e74|\u5bf9\u6bd4|print|export|created|generated|last year|compared/i
export const unit =
  /\u4e07\u5143|\u5343\u5143|\u767e\u5143|[(:\s]\u4e07[)\s]|[(]\u5206[)]|\u5355\u4f4d:\s*[\u4e07\u5343\u767e\u5206]|thousands|millions|[('\s]000s?[)\s]|\bTsd\b|\bTEUR\b|\(k\)|\u7f8e\u5143|\u6b27\u5143|\u6e2f\u5e01|\u6e2f\u5143|\u65e5\u5143|\u82f1\u9551|\b(?:USD|EUR|GBP|HKD|JPY|CNY|RMB|TWD|SGD|MYR)\b/i
/** Which of several amounts is most likely the turnover, the likeliest first. */
export const likeliest = [
  /\u5b9e\u6536|\u5b9e\u9645/,
  /\u8425\u4e1a\u989d|\u6d41\u6c34|revenue|turnover|umsatz/i,
  /\u51c0|net/i,
  /\u5408\u8ba1|\u603b\u8ba1|total|\bgesamt|\bsumme/i,
  /\u91d1\u989d|amount|sales|\bbetrag|einnahme/i
]
export const beforeDeductions = /gross|\u5e94\u6536|\u539f\u4ef7|\u6298\u524d|brutto/i
/** Names that can only be the turnover, without a unit in brackets. Every other name is asked. */
export const sure =
  /^(?:(?:\u6536\u5165|\u6536\u6b3e\u65b9\u5f0f|\u8425\u4e1a|\u95e8\u5e97|\u5e97\u94fa|[\u65e5\u5f53\u4eca\u672c\u6bcf]+|\u5f53\u65e5|\u4eca\u65e5|\u672c\u65e5|\u6bcf\u65e5) ?)?(?:\u8425\u4e1a\u989d|\u71df\u696d\u984d|\u8425\u4e1a\u6536\u5165|\u8425\u4e1a\u603b\u989d|\u8425\u4e1a\u6b3e|\u8425\u6536|\u8425\u4e1a\u6d41\u6c34|\u6d41\u6c34|\u6d41\u6c34\u91d1\u989d|\u9500\u552e\u989d|\u9500\u552e\u6536\u5165|\u9500\u552e\u91d1\u989d|\u4e1a\u7ee9|\u5b9e\u6536|\u5b9e\u6536\u91d1\u989d|\u5b9e\u6536\u6b3e|\u5b9e\u6536\u5408\u8ba1|\u5546\u5bb6\u5b9e\u6536|\u5b9e\u4ed8\u91d1\u989d|\u5e94\u7ed3\u8ba2\u5355\u91d1\u989d|\u91d1\u989d|\u91d1\u984d|\u603b\u91d1\u989d|\u5408\u8ba1\u91d1\u989d|\u5408\u8ba1|\u603b\u8ba1|\u603b\u6536\u5165|\u58f2\u4e0a|\ub9e4\ucd9c|(?:daily |net |total )?(?:sales|amount|revenue|turnover|takings|total|totals)|grand total|(?:tages|gesamt)?umsatz|(?:gesamt)?betrag|(?:tages)?einnahmen?|summe|gesamt|chiffre d'affaires)$/i
