/**
 * The holidays that many countries share, by their English names in the package `date-holidays`. It has few of them in Chinese, and
 * those in traditional characters.
 */
const names: Readonly<Record<string, string>> = {
  "New Year's Day": "元旦",
  "Chinese New Year": "春节",
  "Epiphany": "主显节",
  "International Women's Day": "妇女节",
  "Maundy Thursday": "濯足节",
  "Good Friday": "耶稣受难日",
  "Easter Saturday": "复活节前日",
  "Easter Sunday": "复活节",
  "Easter Monday": "复活节星期一",
  "Labour Day": "劳动节",
  "Ascension Day": "耶稣升天节",
  "Pentecost": "圣灵降临节",
  "Whit Monday": "圣灵降临节星期一",
  "Corpus Christi": "基督圣体节",
  "Assumption": "圣母升天节",
  "National Holiday": "国庆日",
  "National Day": "国庆日",
  "Republic Day": "共和国日",
  "Independence Day": "独立日",
  "Constitution Day": "宪法日",
  "Children's Day": "儿童节",
  "Reformation Day": "宗教改革日",
  "All Saints' Day": "诸圣节",
  "Day of Prayer and Repentance": "忏悔祈祷日",
  "Armistice Day": "停战纪念日",
  "Thanksgiving Day": "感恩节",
  "Immaculate Conception": "圣母无染原罪节",
  "Christmas Eve": "平安夜",
  "Christmas Day": "圣诞节",
  "Boxing Day": "圣诞节次日"
}

const substitute = " (substitute day)"

/** The Chinese name of a holiday; its English one if there is none. */
export const chineseHoliday = (english: string): string => {
  const isSubstitute = english.endsWith(substitute)
  const name = names[isSubstitute ? english.slice(0, -substitute.length) : english]
  return name === undefined ? english : isSubstitute ? `${name}（补休）` : name
}
