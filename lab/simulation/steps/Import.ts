import { change } from "./Change.ts"
import { someCsv } from "./CsvFile.ts"
import { withToken } from "./Requests.ts"
import type { Step } from "./Step.ts"

export const importFile: Step = (world, dice) => {
  const skipsEqual = dice.chance(0.5)
  const { postings, refusal, text } = someCsv(world, dice, "admin", skipsEqual)
  const dry = dice.chance(0.2)
  const query = [...(dry ? ["dry_run=1"] : []), ...(skipsEqual ? ["equal=skip"] : [])].join("&")
  const call = {
    method: "POST",
    url: `/api/admin/import${query === "" ? "" : `?${query}`}`,
    headers: { ...withToken, "content-type": "text/csv" },
    body: text
  }
  void change(world, dice, call, dry ? [] : postings ?? [], postings === undefined ? [422, refusal] : [200, undefined])
}
