/** The words of shops' tables. They propose and classify; where only a word decides, the preview shows what it decided. */

export const money =
  /金额|金額|营业额|營業額|营收|实收|应收|应结|收入|流水|销售额|业绩|总额|净额|入账|到账|结算|合计|总计|小计|收款|实付|消费|营业款|売上|매출|amount|sales|revenue|turnover|takings|total|gross|net\b|income|umsatz|betrag|chiffre|ventes|ventas|importe|omzet|incass/i
export const payment =
  /现金|微信|支付宝|刷卡|银联|银行卡|扫码|美团|饿了么|抖音|储值|会员|外卖|堂食|自提|团购|[早午晚]市|[早中晚]班|cash|card|wechat|alipay|visa|online|delivery|dine|take ?away|lunch|dinner/i
export const notTurnover =
  /[单單]数|單數|订单[数量]|笔数|数量|件数|客[数流单]|人[数次]|人數|客數|桌数|杯数|份数|序号|编号|号$|单价|均价|平均|费率|手续费|佣金|成本|毛利|利润|占比|率$|库存|温度|支出|充值|预付|押金|定金|目标|预算|昨日|前日|去年|上年|同期|累计|环比|同比|orders?$|belege|bons|tickets|count|qty|quantity|guests|covers|customers|transactions$|^no\.?$|^#$|\bid$|cost|margin|profit|\bfees?\b|rate|%|units|target|budget|average|last year|cumulative|running/i
export const deduction =
  /退款|退货|退单|折扣|优惠|抹零|(?<!含)税|小费|代金券|红包|赠送|refund|return|discount|\btax|\btips?\b|coupon|shipping|void/i
export const total = /合[计計]|[总總]计|总额|小[计計]|总收入|total|sum\b/i
export const totalRow =
  /(合[计計]|[总總総][计計]|共[计計]|小[计計]|합계|소계|총계|累计|总和|月计|周计|日计|共\d+[天日笔]|totals?\b|\bsum\b|summe|gesamt|subtotal)/i
export const subtotalRow = /小[计計]|소계|sub|月计|周计|\d月/i
export const wholeTotal = /^(合[计計]|[总總]计|共计|小[计計]|日计|日合计|当日合计|(grand|sub|day)?[- ]?totals?)[:：]?$/i
export const statistic =
  /平均|日均|均值|average|avg|\bmean\b|最[高低大小]|\bmax|\bmin|环比|同比|占比|去年|上年|上月|目标|预算|target|budget|last year/i
export const receiptNumber =
  /单号|订单号|流水号|交易号|小票|票号|receipt|order ?(id|no|number|#)?$|transaction|invoice|check ?(no|#)|ticket|bill ?no/i
export const freeText = /备注|说明|商品|对方|名称|摘要|天气|星期|note|memo|remark|comment|item|product|description|customer|name|weekday/i
export const state = /状态|收\/支|收支|类型|方式|标志|是否|业务|status|state|void|cancel|type|kind|refund/i
export const flag = /void|cancel|delete|refunded|作废|是否取消|是否退款/i
export const doubtful =
  /退|取消|关闭|作废|撤销|冲正|失败|支出|不计|中性|未支付|未付|待|挂账|赠送|测试|充值|储值|提现|转账|押金|进货|采购|deposit|top.?up|withdraw|transfer|payout|expense|void|cancel|refund|revoked|reversed|failed|declined|pending|unpaid|draft/i
/** States of a sale that counts. Another one in a column of states is asked. */
export const good = /完成|成功|已收|已付|已支付|已结|到账|正常|有效|营业|paid|complete|settled|success|captured|fulfilled|closed|approved/i
export const business = /营业|business/i
export const completed = /完成|支付|付款|结账|交易|closed|paid|completed/i
export const period = /月份|month|week|周次|周期|每周|每月/i
/** Lines about the making of the file, whose year is not that of the days. */
export const made = /制表|打印|导出|生成|创建|同期|去年|对比|print|export|created|generated|last year|compared/i
export const unit =
  /万元|千元|百元|[(:\s]万[)\s]|[(]分[)]|单位:\s*[万千百分]|in thousands|\(k\)|美元|欧元|港币|港元|日元|英镑|\b(?:USD|EUR|GBP|HKD|JPY|CNY|RMB|TWD|SGD|MYR)\b/i
/** Which of several amounts is most likely the turnover, the likeliest first. */
export const likeliest = [/实收|实际/, /营业额|流水|revenue|turnover|umsatz/i, /净|net/i, /合计|总计|total/i, /金额|amount|sales/i]
export const beforeDeductions = /gross|应收|原价|折前|brutto/i
/** Names that can only be the turnover, without a unit in brackets. Every other name is asked. */
export const sure =
  /^(?:(?:收入|收款方式|营业|门店|店铺|[日当今本每]+|当日|今日|本日|每日) ?)?(?:营业额|營業額|营业收入|营业总额|营业款|营收|营业流水|流水|流水金额|销售额|销售收入|销售金额|业绩|实收|实收金额|实收款|实收合计|商家实收|实付金额|应结订单金额|金额|金額|总金额|合计金额|合计|总计|总收入|売上|매출|(?:daily |net |total )?(?:sales|amount|revenue|turnover|takings|total|totals)|grand total|umsatz|tagesumsatz|chiffre d'affaires)$/i
