import { assert, describe, it } from "@effect/vitest"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { readTables, readTextTables } from "../../src/Tables.ts"
import { type Answers, answersIn } from "../../src/Tables/Answers.ts"
import { type Outcome, plainCents } from "../../src/Tables/Outcome.ts"

type Given = ReadonlyArray<readonly [code: string, value: string]>
type Shop = { readonly currency?: string; readonly locale?: string; readonly zone?: string }

const read = (
  bytes: string | Uint8Array,
  given: Given = [],
  { currency = "EUR", locale = "en-GB", zone = "Europe/Berlin" }: Shop = {}
): Outcome => {
  const answers = answersIn(given)
  if (typeof answers === "string") throw new Error(`${answers} is not offered`)
  return readTextTables(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes, {
    today: "2026-11-28" as LocalDate,
    currency,
    locale,
    zone,
    dayStartsAt: 0,
    answers,
    known: new Map()
  })
}

/** What is asked, each question with its proposals, or `none`. */
const asked = ({ questions }: Outcome) => questions.map(({ code, proposed }) => `${code}: ${proposed?.join(" + ") ?? "none"}`)

/** The days, or the codes of the faults and questions that are left. */
const days = ({ days, faults, outcome, questions }: Outcome) =>
  outcome === "read"
    ? days.map(({ cents, date }) => `${date.slice(5)} ${plainCents(cents)}`).join(", ")
    : [...faults, ...questions].map(({ code }) => code).join()

const table = (...rows: ReadonlyArray<string>): string => `${rows.join("\n")}\n`
const column = (name: string, other = "note") => table(`date,${name},${other}`, "2026-11-03,12.50,3", "2026-11-04,20.00,8")

describe("the column of the takings", () => {
  it("is proposed by its whole name, in nine languages", () => {
    const names =
      "营业额 实收金额 销售额 revenue gross_sales Net_Sales total_collected Umsatz Brutto ventas importe montant recette CA receita incasso omzet kwota 売上 매출"
    for (const name of names.split(" ")) assert.deepStrictEqual(asked(read(column(name, "other"))), [`amount_column: ${name}`], name)
  })

  it("has no proposal where no name is known as the takings", () => {
    for (const name of ["new_revenue", "revenue_2", "value", "x"])
      assert.deepStrictEqual(asked(read(column(name, "y"))), ["amount_column: none"], name)
  })

  it("has no proposal where a part of it is more, or where a group's name stands over several columns", () => {
    const parts = table("date,sales,online", "2026-11-03,250.00,310.00", "2026-11-04,300.00,120.00")
    assert.deepStrictEqual(asked(read(parts)), ["amount_column: none"])
    const group = table("date,sales,,orders", ",here,elsewhere,", "2026-11-03,250.00,110.00,4", "2026-11-04,300.00,120.00,5")
    assert.deepStrictEqual(asked(read(group)), ["amount_column: none"])
  })

  it("has its own column of refunds, converted as it is", () => {
    const refunded = table(
      "date,amount,amount refunded,converted amount,converted amount refunded",
      "2026-11-03,10.00,5.00,9.20,4.60",
      "2026-11-04,20.00,0.00,20.00,0.00"
    )
    const { questions: [question] } = read(refunded, [["amount_column", "converted amount"]])
    assert.deepStrictEqual(question?.options.map(({ value }) => value), ["converted amount refunded", "nothing"])
  })

  it("is never the numbers of invoices, though an invoice is a way of payment", () => {
    const rows = ["2026-11-03,10001,25.00", "2026-11-04,10002,30.00", "2026-11-05,10003,31.50"]
    const { questions: [question] } = read(table("date,invoice,cash", ...rows))
    assert.deepStrictEqual(question?.options.map(({ isOther = false, value }) => [value, isOther]), [["cash", false], ["invoice", true]])
  })

  it("has no proposal where two names are known and their amounts differ", () =>
    assert.deepStrictEqual(asked(read(column("Gross sales", "Net sales"))), ["amount_column: none"]))

  it("is never a number of something, a price, a cost or what is taken off, which stand below the others", () => {
    const names = "order_id BillToZipCode hour_of_day quantity weight unit_price cost expenses debit balance cogs tax tip discount orders"
    for (const name of names.split(" ")) {
      const { questions: [question] } = read(column(name, "thing"))
      assert.deepStrictEqual([question?.code, question?.proposed], ["amount_column", null], name)
      assert.deepStrictEqual(question?.options.map(({ isOther = false, value }) => [value, isOther]), [["thing", false], [name, true]],
        name)
    }
  })

  it("is never a part for the whole: ways of payment without a total are proposed together", () => {
    const payments = read(table("Date,Cash,Card,Vouchers", "2026-11-03,1,2,3", "2026-11-04,4,5,0"))
    assert.deepStrictEqual(asked(payments), ["amount_column: Cash + Card + Vouchers"])
    const one = read(table("Date,Cash,Guests", "2026-11-03,1,2", "2026-11-04,4,5"))
    assert.deepStrictEqual(asked(one), ["amount_column: none"])
    const unknown = read(table("Date,Cash,Card,Shipment", "2026-11-03,1,2,3", "2026-11-04,4,5,0"))
    assert.deepStrictEqual(asked(unknown), ["amount_column: none"])
  })

  it("of a bank is asked without a proposal, with the credit side named", () => {
    const bank = table("Date,Debit,Credit,Balance", "2026-11-03,,250.00,1250.00", "2026-11-04,99.00,,1151.00")
    const { questions: [question] } = read(bank)
    assert.deepStrictEqual([question?.proposed, question?.evidence.values["name"]], [null, "Credit"])
    assert.strictEqual(days(read(bank, [["amount_column", "Credit"], ["no_amount", "skip"]])), "11-03 250.00")
  })
})

describe("a workbook of several sheets", () => {
  const sheet = (name: string, ...rows: ReadonlyArray<ReadonlyArray<string>>) =>
    `<Worksheet ss:Name="${name}"><Table>${
      rows.map((cells) => `<Row>${cells.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join("")}</Row>`).join("")
    }</Table></Worksheet>`
  const book = `<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${
    sheet("Décembre 2025", ["Date", "Total TTC"], ["lundi 1 décembre", "fermé"], ["mardi 2 décembre", "680.75"])
  }${sheet("Janvier 2026", ["Date", "Total TTC"], ["vendredi 2 janvier", "770.75"], ["lundi 5 janvier", "fermé"])}${
    sheet("Récap", ["Mois", "CA TTC"], ["Décembre", "680.75"])
  }</Workbook>`

  const readBook = (answers: Answers = {}) =>
    readTables(new TextEncoder().encode(book), {
      today: "2026-11-28" as LocalDate,
      currency: "EUR",
      locale: "en-GB",
      zone: "Europe/Berlin",
      dayStartsAt: 0,
      answers,
      known: new Map()
    })

  it("names the year of each sheet and counts the rows of all in a question", async () => {
    const { decisions, questions } = await readBook()
    assert.strictEqual(decisions["year"]?.value, "2025, 2026")
    assert.deepStrictEqual(questions.map(({ code, evidence }) => [code, evidence.values["n"]]), [["sheet", undefined], ["closed", 2]])
  })

  it("names the sheets that are not read, by an answer or without days", async () => {
    const { sheets } = await readBook({ sheet: ["Janvier 2026"] })
    assert.deepStrictEqual(sheets.map(({ isLeft, isRead }) => [isRead, isLeft]), [[false, true], [true, false], [false, false]])
  })
})

describe("rows that may be no takings", () => {
  it("are asked by the number of their document, if it repeats with the same amount", () => {
    const orders = table("Order ID,Date,Product,Total", "7,2026-11-03,Mug,30", "7,2026-11-03,Bowl,30", "8,2026-11-03,Vase,45")
    assert.deepStrictEqual(asked(read(orders)), ["rows_of_a_document: none", "rows_of_a_day: sum"])
    assert.strictEqual(days(read(orders, [["rows_of_a_document", "once"], ["rows_of_a_day", "sum"]])), "11-03 75.00")
    assert.strictEqual(days(read(orders, [["rows_of_a_document", "sum"], ["rows_of_a_day", "sum"]])), "11-03 105.00")
  })

  it("of different amounts are the lines of their document", () => {
    const lines = table("Order ID,Date,Product,Total", "7,2026-11-03 10:00,Mug,30", "7,2026-11-03 10:00,Bowl,20")
    assert.deepStrictEqual(asked(read(lines)), [])
  })

  it("have no amount of their own below the total of their order", () => {
    const lines = table("Name,Created at,Total", "#1,2026-11-03 09:00:00,55.00", "#1,2026-11-03 09:00:00,", "#2,2026-11-04 09:00:00,30.00")
    assert.strictEqual(days(read(lines)), "11-03 55.00, 11-04 30.00")
  })

  it("are on one of two sides of a book, and no side is guessed", () => {
    for (const [credit, debit] of [["credit", "debit"], ["Cr", "Dr"], ["H", "S"], ["贷", "借"], ["in", "out"], ["C", "D"]] as const) {
      const book = table("Date,Amount,Which", `2026-11-03,250,${credit}`, `2026-11-04,99,${debit}`)
      assert.deepStrictEqual(asked(read(book)), ["row_rule: none", "row_rule: none"], credit)
      assert.strictEqual(days(read(book, [["row_rule", `Which=${credit}:count`], ["row_rule", `Which=${debit}:leave_out`]])),
        "11-03 250.00")
    }
  })

  it("are asked by states, never by a region, a descriptor or a code", () => {
    const of = (name: string, ...values: ReadonlyArray<string>) =>
      asked(read(table(`Date,Sales,${name}`, ...values.map((value, at) => `2026-11-0${at + 1},10,${value}`))))
    assert.deepStrictEqual(of("State", "Texas", "Ohio"), [])
    assert.deepStrictEqual(of("Statement Descriptor", "VOID SHOP", "MY SHOP"), [])
    assert.deepStrictEqual(of("Discount Code", "cancel10", "pending"), [])
    assert.deepStrictEqual(of("refunded", "not refunded", "not refunded"), [])
    assert.deepStrictEqual(of("Status", "Paid", "Failed", "requires_payment_method", "pending"), [
      "row_rule: Status=Failed:leave_out",
      "row_rule: Status=requires_payment_method:leave_out",
      "row_rule: Status=pending:leave_out"
    ])
    assert.deepStrictEqual(of("Status", "Paid", "partially refunded", "mystery"), ["row_rule: none", "row_rule: none"])
  })

  it("have a refund beside them, which is taken off if that is answered", () => {
    const refunds = table("Date,Amount,Amount Refunded", "2026-11-03,40,10", "2026-11-04,25,0")
    assert.deepStrictEqual(asked(read(refunds)), ["amount_column: Amount", "subtract: none"])
    const amount = ["amount_column", "Amount"] as const
    assert.strictEqual(days(read(refunds, [amount, ["subtract", "Amount Refunded"]])), "11-03 30.00, 11-04 25.00")
    assert.strictEqual(days(read(refunds, [amount, ["subtract", "nothing"]])), "11-03 40.00, 11-04 25.00")
    const net = table("Date,Gross,Returns,Amount", "2026-11-03,50,10,40", "2026-11-04,25,0,25")
    assert.strictEqual(days(read(net, [amount])), "11-03 40.00, 11-04 25.00")
  })

  it("belong to several branches: all, or one", () => {
    const branches = table("Branch,Date,Total", "North,2026-11-03,100", "South,2026-11-03,200", "North,2026-11-04,110")
    assert.deepStrictEqual(asked(read(branches)), ["branch: none"])
    assert.strictEqual(days(read(branches, [["branch", "all"]])), "11-03 300.00, 11-04 110.00")
    assert.strictEqual(days(read(branches, [["branch", "North"]])), "11-03 100.00, 11-04 110.00")
    assert.strictEqual(days(read(branches, [["branch", "West"]])), "answer")
  })

  it("are in another currency, and never count", () => {
    const mixed = table("Date,Amount,Currency", "2026-11-03,15,usd", "2026-11-04,9,eur", "2026-11-05,8,-")
    const { questions } = read(mixed)
    assert.deepStrictEqual(questions.map(({ options }) => options.map(({ value }) => value)), [["Currency=usd:leave_out"]])
    assert.strictEqual(days(read(mixed, [["row_rule", "Currency=usd:leave_out"]])), "11-04 9.00, 11-05 8.00")
    assert.strictEqual(days(read(table("Date,Amount,Currency", "2026-11-03,15,usd"))), "currency")
  })

  it("have an amount that was converted into the shop's currency", () => {
    const name = "Date,Amount,Currency,Converted Amount,Converted Currency"
    const converted = table(name, "2026-11-03,15,usd,13.90,eur", "2026-11-04,9,eur,9,eur")
    assert.deepStrictEqual(asked(read(converted)), ["amount_column: none"])
    assert.strictEqual(days(read(converted, [["amount_column", "Converted Amount"]])), "11-03 13.90, 11-04 9.00")
  })

  it("are things that are called like a total", () => {
    const things = table("date,item,amount", "2026-11-03,Max burger,3", ",Total Care,9", ",Mini cake,4", "Total,,16")
    assert.strictEqual(days(read(things, [["no_date", "above"], ["rows_of_a_day", "sum"]])), "11-03 16.00")
    assert.deepStrictEqual(asked(read(things)), ["no_date: none"])
  })

  it("add up to a day below zero, which is left out or zero", () => {
    const negative = table("date,note,amount", "2026-11-03,a,5", "2026-11-04,b,-7")
    assert.deepStrictEqual(asked(read(negative)), ["negative_day: none"])
    assert.strictEqual(days(read(negative, [["negative_day", "leave_out"]])), "11-03 5.00")
    assert.strictEqual(days(read(negative, [["negative_day", "zero"]])), "11-03 5.00, 11-04 0.00")
  })

  it("repeat their day only if their amounts are the same", () => {
    assert.deepStrictEqual(asked(read(table("date,item,amount", "2026-11-03,a,5", "2026-11-03,b,5"))), ["rows_of_a_day: none"])
    assert.deepStrictEqual(asked(read(table("date,item,amount", "2026-11-03,a,5", "2026-11-03,b,6"))), ["rows_of_a_day: sum"])
  })

  it("of more than twenty questions are a ledger, whose columns are named", () => {
    const kinds = ["status", "type", "payment status", "order status"]
    const rows = Array.from({ length: 12 },
      (_, at) => `2026-11-${10 + at},5,${kinds.map((kind) => `${kind} void ${"abcdefghijkl"[at]}`).join()}`)
    const { faults: [fault], questions } = read(table(`date,sales,${kinds.join()}`, ...rows))
    assert.deepStrictEqual([fault?.code, fault?.value, questions.length], ["ledger", kinds.join(", "), 0])
  })
})

describe("amounts", () => {
  it("with more than two decimals round the sum of their day, or are refused", () => {
    const long = table("date,item,sales", "2026-11-03,a,0.124", "2026-11-03,b,0.124", "2026-11-04,c,17.448", "2026-11-05,d,2.5")
    const sum = ["rows_of_a_day", "sum"] as const
    assert.deepStrictEqual(asked(read(long)), ["decimals: round", "rows_of_a_day: none"])
    assert.strictEqual(days(read(long, [sum, ["decimals", "round"]])), "11-03 0.25, 11-04 17.45, 11-05 2.50")
    assert.strictEqual(days(read(long, [sum, ["decimals", "refuse"]])), "decimals,decimals,decimals")
  })

  it("have noise behind the fifteenth digit", () =>
    assert.strictEqual(
      days(read(table("date,sales", "2026-11-03,2713.8500000000004", "2026-11-04,2459.9999999999995"))),
      "11-03 2713.85, 11-04 2460.00"
    ))

  it("are never proposed as groups of three behind the sign that the locale uses for decimals", () => {
    const shown = (amount: string, locale: string) => asked(read(table("date;sales", `2026-11-03;${amount}`), [], { locale }))
    assert.deepStrictEqual(shown("301.125", "en-GB"), ["decimal_sign: none"])
    assert.deepStrictEqual(shown("301.125", "de-DE"), ["decimal_sign: ,"])
    assert.deepStrictEqual(shown("2,500", "de-DE"), ["decimal_sign: none"])
    assert.strictEqual(days(read(table("date;sales", "2026-11-03;1,234"))), "11-03 1234.00")
  })

  it("stand in single quotes, and behind a sign of Windows-1252", () => {
    assert.strictEqual(days(read("'2026-11-03','12.50'\n")), "11-03 12.50")
    const pounds = Uint8Array.from([..."date|sales\n2026-11-03|?650.64\n"].map((sign) => sign === "?" ? 0xa3 : sign.charCodeAt(0)))
    assert.strictEqual(days(read(pounds, [], { currency: "GBP" })), "11-03 650.64")
  })

  it("stand in one of 300 columns, behind a delimiter of any sign", () => {
    const names = Array.from({ length: 298 }, (_, at) => `c${at}`).join(";")
    assert.strictEqual(days(read(table(`date;sales;${names}`, `2026-11-03;5;${";".repeat(297)}`))), "11-03 5.00")
    for (const sign of ["[", "]", "*", "(", "\\", "^", "-"]) {
      const rows = [["date", "sales"], ["13.11.2026", "5"]].map((row) => row.join(sign))
      assert.strictEqual(days(read(table(`sep=${sign}`, ...rows))), "11-13 5.00", sign)
    }
  })
})

describe("dates", () => {
  it("have their months in nine languages", () => {
    const written =
      "3 mars 2026|3. März 2026|3 de marzo de 2026|3 de março de 2026|3 marzo 2026|3 maart 2026|3 marca 2026|2026年3月3日|2026년 3월 3일"
    for (const date of written.split("|")) assert.strictEqual(days(read(table("date;sales", `${date};5`))), "03-03 5.00", date)
  })

  it("have weekdays and closed days in nine languages", () => {
    const closed = "fermé|geschlossen|cerrado|fechado|chiuso|gesloten|closed|定休日|휴무"
    for (const word of closed.split("|"))
      assert.deepStrictEqual(asked(read(table("date;sales", "2026-11-03;5", `2026-11-04;${word}`))), ["closed: closed"], word)
    const weekdays = "mardi|Dienstag|martes|terça-feira|martedì|dinsdag|Tuesday|火曜日|화요일"
    for (const word of weekdays.split("|"))
      assert.strictEqual(days(read(table("date;weekday;sales", `03/11/2026;${word};5`))), "11-03 5.00", word)
  })

  it("have the number of a document behind them", () =>
    assert.strictEqual(days(read(table("일자-No.,합계", "2026/11/03 -1,11000", "2026/11/04 -2,33000"), [], { currency: "KRW" })),
      "11-03 11000.00, 11-04 33000.00"))

  it("end before a time alone, which is a note", () =>
    assert.strictEqual(days(read(table("date,sales", "2026-11-03,5", "18:33:07,"))), "11-03 5.00"))

  it("are proposed only in an order in which the days follow each other", () => {
    assert.deepStrictEqual(asked(read(table("date;sales", "03/11/26;5", "04/11/26;6", "05/11/26;7"))), ["date_order: dmy"])
    assert.deepStrictEqual(asked(read(table("date;sales", "03/04/26;5"))), ["date_order: none"])
  })
})
