import { change } from "./Change.ts"
import { someCsv } from "./CsvFile.ts"
import { withToken } from "./Requests.ts"
import type { Step } from "./Step.ts"

export const importFile: Step = (world, dice) => {
  const { postings, text } = someCsv(world, dice, "admin")
  const dry = dice.chance(0.2)
  const call = {
    method: "POST",
    url: `/api/admin/import${dry ? "?dry_run=1" : ""}`,
    headers: { ...withToken, "content-type": "text/csv" },
    body: text
  }
  void change(world, dice, call, dry ? [] : postings ?? [], postings === undefined ? [422, "invalid_rows"] : [200, undefined])
}
